import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { upsertUser } from './sign-in.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

beforeEach(() => sql`delete from social.users`);

const user = (digit: number, provider: string, ms = 0) => ({
  id: idOf(digit),
  provider,
  loginId: 'login',
  name: `Name ${digit}`,
  email: `${digit}@example.com`,
  language: ms === 0 ? 'en' : 'pt',
  now: at(ms),
});
const signIn = async (digit: number, provider: string, ms = 0) => ({
  ...(await sql.begin((tx) => upsertUser(tx, user(digit, provider, ms)))),
});
const fresh = { deleted_at: null, suspended: false, suspended_before: false, created: true };

test('an identity is one user, who keeps the name and gets the address and language of the last sign-in', async () => {
  assert.deepEqual(await signIn(1, 'google'), { ...fresh, id: idOf(1) });
  assert.deepEqual(await signIn(2, 'apple'), { ...fresh, id: idOf(2) }, 'another vouches for it');
  assert.deepEqual(await signIn(3, 'google', 5), { ...fresh, id: idOf(1), created: false });
  const columns = ['id', 'name', 'email', 'language', 'created_at', 'last_active_at'];
  assert.deepEqual(await readRows(sql, 'social', 'users', columns), [
    {
      id: idOf(1),
      name: 'Name 1',
      email: '3@example.com',
      language: 'pt',
      created_at: now.toISOString(),
      last_active_at: at(5).toISOString(),
    },
    {
      id: idOf(2),
      name: 'Name 2',
      email: '2@example.com',
      language: 'en',
      created_at: now.toISOString(),
      last_active_at: now.toISOString(),
    },
  ]);
});

test('a sign-in returns the deletion, and whether a suspension is in force or has ended', async () => {
  for (const [digit, provider] of [
    [1, 'google'],
    [2, 'apple'],
  ] as const)
    await signIn(digit, provider);
  const states: [until: Date | string, suspended: boolean, before: boolean][] = [
    ['-infinity', false, false],
    [at(-1), false, true],
    [now, false, true],
    [at(1), true, false],
    ['infinity', true, false],
  ];
  for (const [until, suspended, before] of states) {
    await sql`update social.users set suspended_until = ${until} where id = ${idOf(1)}`;
    const found = await signIn(1, 'google');
    assert.deepEqual([found.suspended, found.suspended_before], [suspended, before], String(until));
  }
  await sql`update social.users set deleted_at = ${at(-1)} where id = ${idOf(1)}`;
  assert.deepEqual((await signIn(1, 'google')).deleted_at, at(-1));
  assert.equal((await signIn(2, 'apple')).deleted_at, null);
});

test('a sign-in locks the user until the end of the transaction', async () => {
  await signIn(1, 'google');
  await signIn(2, 'apple');
  assert.equal(await countLocked(sql, 'social', 'users', (tx) => upsertUser(tx, user(1, 'google'))), 1);
});
