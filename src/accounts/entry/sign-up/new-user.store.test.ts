import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertUser as insertUserRow, listColumn } from '../../../../test/support/account-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { forgetIdentityOwnerDue, insertUser, type NewUser } from './new-user.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);

beforeEach(() => sql`delete from accounts.users`);

/** Creates a user with the given name as address, and defaults for all other fields. */
const create = (digit: number, name: string, fields: Partial<NewUser> = {}) =>
  sql.begin(async (tx) =>
    insertUser(tx, {
      id: idOf(digit),
      email: name,
      emailKey: name,
      emailConfirmedAt: null,
      firstName: name,
      lastName: '',
      passwordHash: null,
      pictureUrl: null,
      language: 'en',
      createdAt: now,
      ...fields,
    }),
  );
const add = (digit: number, name: string, eraseAt: Date | null) =>
  insertUserRow(sql, idOf(digit), name, now, { erase_at: eraseAt });
const names = () => listColumn(sql, 'users', 'first_name');

test('inserts a user with a password set now, or without a password', async () => {
  await create(1, 'ana', {
    emailConfirmedAt: now,
    lastName: 'Lima',
    passwordHash: 'hash',
    pictureUrl: 'https://example.com/a',
    language: 'pt',
  });
  await create(2, 'bia', { emailKey: null });
  const rows = await readRows(sql, 'accounts', 'users');
  assert.deepEqual(
    rows.toSorted((one, other) => String(one['id']).localeCompare(String(other['id']))),
    [
      {
        id: idOf(1),
        email: 'ana',
        email_key: 'ana',
        email_confirmed_at: now.toISOString(),
        first_name: 'ana',
        last_name: 'Lima',
        password_hash: 'hash',
        password_changed_at: now.toISOString(),
        picture_url: 'https://example.com/a',
        language: 'pt',
        created_at: now.toISOString(),
      },
      {
        id: idOf(2),
        email: 'bia',
        first_name: 'bia',
        last_name: '',
        language: 'en',
        created_at: now.toISOString(),
      },
    ],
  );
});

test('inserting a user deletes the account with the same address if it is due for erasure, and no other', async () => {
  await add(1, 'ana', now);
  await add(2, 'bia', now);
  await add(3, 'eva', soon);
  await add(4, 'lia', null);
  await create(5, 'ana');
  assert.equal(await listColumn(sql, 'users', 'id'), [2, 3, 4, 5].map(idOf).join());
  for (const name of ['eva', 'lia']) await assert.rejects(create(6, name), /users_email_key/);
  await create(7, 'bia', { emailKey: null });
  assert.equal(await listColumn(sql, 'users', 'id'), [2, 3, 4, 5, 7].map(idOf).join());
});

test('deletes the account of the given identity if it is due for erasure, and no other', async () => {
  for (const [digit, name, eraseAt, issuer, subject] of [
    [1, 'ana', now, 'google', '1'],
    [2, 'bia', now, 'google', '2'],
    [3, 'eva', now, 'apple', '1'],
    [4, 'lia', soon, 'apple', '2'],
    [5, 'mia', null, 'meta', '1'],
  ] as const) {
    await add(digit, name, eraseAt);
    await insertRow(sql, 'accounts', 'social_identities', {
      issuer,
      subject,
      user_id: idOf(digit),
      created_at: now,
    });
  }
  await add(6, 'zoe', now);
  const forget = (issuer: string, subject: string) =>
    sql.begin(async (tx) => forgetIdentityOwnerDue(tx, { issuer, subject }, now));
  await forget('apple', '2');
  await forget('meta', '1');
  await forget('meta', '2');
  assert.equal(await names(), 'ana,bia,eva,lia,mia,zoe');
  await forget('google', '1');
  assert.equal(await names(), 'bia,eva,lia,mia,zoe');
  await forget('apple', '1');
  assert.equal(await names(), 'bia,lia,mia,zoe');
});
