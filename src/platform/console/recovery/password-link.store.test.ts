import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { hexOf, idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../postgres/client/database.ts';
import {
  deletePasswordLinks,
  deletePasswordLinksBefore,
  findPersonByLink,
  insertPasswordLink,
  usePasswordLink,
} from './password-link.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bea, dora] = [idOf(1), idOf(2), idOf(3)];

before(async () => {
  for (const [id, name] of [
    [ana, 'Ana'],
    [bea, 'Bea'],
    [dora, 'Dora'],
  ] as const)
    await insertConsolePerson(sql, id, name, now);
  await sql`update platform.people set disabled_at = ${now} where id = ${dora}`;
});
beforeEach(() => sql`delete from platform.password_links`);

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const add = (token: string, personId: string, seconds = 60) =>
  within((tx) =>
    insertPasswordLink(tx, { tokenHash: Buffer.from(token), personId, now, expiresAt: at(seconds) }),
  );
const kept = async () => {
  const rows = await sql<{ token: Buffer }[]>`select token_hash as token from platform.password_links`;
  return rows
    .map(({ token }) => token.toString())
    .toSorted()
    .join('');
};

test('a link is stored with its person and expiry', async () => {
  await add('a', ana);
  assert.deepEqual(await readRows(sql, 'platform', 'password_links'), [
    {
      token_hash: hexOf(Buffer.from('a')),
      person_id: ana,
      created_at: now.toISOString(),
      expires_at: at(60).toISOString(),
    },
  ]);
});

test('a link finds its person until it expires, and never a disabled person', async () => {
  for (const [token, personId] of [
    ['a', ana],
    ['b', bea],
    ['d', dora],
  ] as const)
    await add(token, personId);
  const found = async (token: string, seconds = 59) => {
    const person = await findPersonByLink(sql, Buffer.from(token), at(seconds));
    return person && { ...person };
  };
  for (const [token, id, name] of [
    ['a', ana, 'Ana'],
    ['b', bea, 'Bea'],
  ] as const)
    assert.deepEqual(await found(token), { id, email: name, email_key: name, name });
  assert.deepEqual(
    [await found('c'), await found('d'), await found('a', 60)],
    [undefined, undefined, undefined],
  );
});

test('a link works once, before it expires', async () => {
  for (const token of ['a', 'b']) await add(token, ana);
  const use = (token: string, seconds: number) =>
    within((tx) => usePasswordLink(tx, Buffer.from(token), at(seconds)));
  assert.deepEqual([await use('a', 60), await use('c', 59)], [false, false]);
  assert.equal(await kept(), 'ab');
  assert.deepEqual([await use('a', 59), await use('a', 59)], [true, false]);
  assert.equal(await kept(), 'b');
});

test('all links of one person are deleted, and none of others', async () => {
  for (const [token, personId] of [
    ['a', ana],
    ['b', bea],
    ['c', ana],
  ] as const)
    await add(token, personId);
  await within((tx) => deletePasswordLinks(tx, ana));
  assert.equal(await kept(), 'b');
});

test('expired links are deleted in batches, and locked ones are skipped', async () => {
  for (const [token, seconds] of [
    ['a', -1],
    ['b', 0],
    ['c', -1],
    ['d', -2],
  ] as const)
    await add(token, ana, seconds);
  assert.equal(await deletePasswordLinksBefore(sql, now, 1), 1);
  assert.equal((await kept()).length, 3);
  await add('e', ana, -1);
  await within(async (tx) => {
    await tx`select from platform.password_links where token_hash = ${Buffer.from('e')} for update`;
    assert.equal(await deletePasswordLinksBefore(sql, now, 9), 2);
  });
  assert.equal(await kept(), 'be');
  assert.equal(await deletePasswordLinksBefore(sql, now, 9), 1);
  assert.equal(await kept(), 'b');
});
