import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertUser } from '../../../../test/support/account-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { findMe, updateProfile } from './me.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bia] = [idOf(1), idOf(2)];

beforeEach(async () => {
  await sql`delete from accounts.users`;
  await insertUser(sql, bia, 'bia', now);
  await insertUser(sql, ana, 'ana', at(1), {
    email_confirmed_at: now,
    password_hash: 'hash',
    last_name: 'Lima',
    picture_name: 'p',
    picture_url: 'https://example.com/a',
  });
});

test('returns each user’s own data only', async () => {
  for (const [userId, confirmedAt] of [
    [ana, now],
    [bia, null],
  ] as const)
    await insertRow(sql, 'accounts', 'totp_secrets', {
      user_id: userId,
      sealed_secret: hexOf(Buffer.from('s')),
      confirmed_at: confirmedAt,
      last_step: 0,
      created_at: now,
    });
  for (const [issuer, seconds] of [
    ['google', 2],
    ['apple', 3],
    ['meta', 1],
  ] as const)
    await insertRow(sql, 'accounts', 'social_identities', {
      issuer,
      subject: '1',
      user_id: ana,
      created_at: at(seconds),
    });
  const me = async (userId: string) => {
    const found = await findMe(sql, userId);
    const identities = found?.identities.map(({ issuer, linked_at: since }) => [issuer, new Date(since)]);
    return found && { ...found, identities };
  };
  assert.deepEqual(await me(ana), {
    id: ana,
    email: 'ana',
    email_confirmed: true,
    first_name: 'ana',
    last_name: 'Lima',
    picture_name: 'p',
    picture_url: 'https://example.com/a',
    language: 'en',
    has_password: true,
    totp_enabled: true,
    identities: [
      ['meta', at(1)],
      ['google', at(2)],
      ['apple', at(3)],
    ],
    created_at: at(1),
  });
  assert.deepEqual(await me(bia), {
    id: bia,
    email: 'bia',
    email_confirmed: false,
    first_name: 'bia',
    last_name: '',
    picture_name: null,
    picture_url: null,
    language: 'en',
    has_password: false,
    totp_enabled: false,
    identities: [],
    created_at: now,
  });
  assert.equal(await me(idOf(3)), undefined);
});

test('a change updates only the given fields of that user', async () => {
  const profiles = async () =>
    (await readRows(sql, 'accounts', 'users'))
      .map((row) => [row['first_name'], row['last_name'], row['language']].join(' '))
      .toSorted();
  const update = (change: Partial<Parameters<typeof updateProfile>[2]>) =>
    sql.begin((tx) => updateProfile(tx, ana, { firstName: null, lastName: null, language: null, ...change }));
  await update({});
  assert.deepEqual(await profiles(), ['ana Lima en', 'bia  en']);
  await update({ firstName: 'Anna' });
  assert.deepEqual(await profiles(), ['Anna Lima en', 'bia  en']);
  await update({ lastName: 'Souza' });
  assert.deepEqual(await profiles(), ['Anna Souza en', 'bia  en']);
  await update({ language: 'pt' });
  assert.deepEqual(await profiles(), ['Anna Souza pt', 'bia  en']);
});
