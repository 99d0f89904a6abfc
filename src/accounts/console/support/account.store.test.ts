import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertUser } from '../../../../test/support/account-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { hexOf, idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import { findAccountBy, findAccounts, findDevices, findIdentities } from './account.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];

beforeEach(async () => {
  await sql`delete from accounts.users`;
  await insertUser(sql, bia, 'bia', now, { password_hash: 'hash', email_confirmed_at: at(1) });
  await insertUser(sql, ana, 'ana', now, { last_name: 'Lima' });
  await insertUser(sql, eva, 'eva', at(2), { email_key: null, erase_at: at(9) });
});

const addTotp = (userId: string, confirmedAt: Date | null) =>
  insertRow(sql, 'accounts', 'totp_secrets', {
    user_id: userId,
    sealed_secret: hexOf(Buffer.from('s')),
    confirmed_at: confirmedAt,
    last_step: 0,
    created_at: now,
  });
const addIdentity = (userId: string, issuer: string, seconds: number, subject = userId) =>
  insertRow(sql, 'accounts', 'social_identities', {
    issuer,
    subject,
    user_id: userId,
    email: `${issuer}@example.com`,
    created_at: at(seconds),
  });
const addSession = (userId: string, seconds: number) => {
  const id = newId();
  return insertRow(sql, 'accounts', 'sessions', {
    id,
    user_id: userId,
    token_hash: hexOf(Buffer.from(id)),
    address: '',
    user_agent: '',
    created_at: now,
    last_seen_at: now,
    expires_at: at(seconds),
  });
};
/** Inserts a pending address or a recovery address. */
const addAddress = (
  table: 'email_changes' | 'email_ways_back',
  userId: string,
  email: string,
  expires: number,
  created = 0,
) => {
  const id = newId();
  return insertRow(sql, 'accounts', table, {
    id,
    user_id: userId,
    email,
    email_key: email,
    token_hash: hexOf(Buffer.from(id)),
    created_at: at(created),
    expires_at: at(expires),
  });
};
const account = async (id: string | null, emailKey: string | null = null) => {
  const found = await findAccountBy(sql, { id, emailKey }, now);
  return found && { ...found };
};

test('finds an account only by its id or address', async () => {
  const found = async (id: string | null, emailKey: string | null) => (await account(id, emailKey))?.id;
  for (const id of [ana, bia, eva]) assert.equal(await found(id, null), id);
  assert.deepEqual([await found(null, 'ana'), await found(null, 'bia')], [ana, bia]);
  assert.deepEqual([await found(null, 'eva'), await found(idOf(4), null)], [undefined, undefined]);
});

test('returns an account with and without optional data, and no data of others', async () => {
  await addTotp(bia, at(3));
  await addTotp(eva, null);
  for (const [issuer, seconds] of [
    ['google', 5],
    ['apple', 6],
    ['meta', 4],
  ] as const)
    await addIdentity(bia, issuer, seconds);
  await addIdentity(eva, 'apple', 1);
  for (const seconds of [0, 1, 2]) await addSession(bia, seconds);
  await addSession(eva, 1);
  const none = {
    issuers: [],
    sessions: 0,
    new_email: null,
    ways_back: [],
    totp_enabled: false,
  };
  assert.deepEqual(await account(ana), {
    ...none,
    id: ana,
    email: 'ana',
    first_name: 'ana',
    last_name: 'Lima',
    owns_email: true,
    email_confirmed_at: null,
    has_password: false,
    created_at: now,
    erase_at: null,
  });
  assert.deepEqual(await account(bia), {
    ...none,
    id: bia,
    email: 'bia',
    first_name: 'bia',
    last_name: '',
    owns_email: true,
    email_confirmed_at: at(1),
    has_password: true,
    totp_enabled: true,
    issuers: ['meta', 'google', 'apple'],
    sessions: 2,
    created_at: now,
    erase_at: null,
  });
  assert.deepEqual(await account(eva), {
    ...none,
    id: eva,
    email: 'eva',
    first_name: 'eva',
    last_name: '',
    owns_email: false,
    email_confirmed_at: null,
    has_password: false,
    issuers: ['apple'],
    sessions: 1,
    created_at: at(2),
    erase_at: at(9),
  });
});

test('returns the latest pending address until it expires', async () => {
  const addresses = async () => [(await account(ana))?.new_email, (await account(bia))?.new_email];
  await addAddress('email_changes', ana, 'over', 0, 9);
  await addAddress('email_changes', bia, 'hers', 1, 9);
  assert.deepEqual(await addresses(), [null, 'hers']);
  await addAddress('email_changes', ana, 'early', 1, 1);
  await addAddress('email_changes', ana, 'latest', 1, 3);
  await addAddress('email_changes', ana, 'late', 1, 2);
  assert.deepEqual(await addresses(), ['latest', 'hers']);
});

test('returns each recovery address once with its latest expiry, ordered by expiry', async () => {
  await addAddress('email_ways_back', ana, 'a', 5);
  await addAddress('email_ways_back', ana, 'a', 9);
  await addAddress('email_ways_back', ana, 'b', 3);
  await addAddress('email_ways_back', ana, 'c', 7);
  await addAddress('email_ways_back', ana, 'd', 0);
  await addAddress('email_ways_back', bia, 'e', 1);
  const ways = async (id: string) =>
    (await account(id))?.ways_back.map(({ email, until }) => [email, new Date(until)]);
  assert.deepEqual(await ways(ana), [
    ['b', at(3)],
    ['c', at(7)],
    ['a', at(9)],
  ]);
  assert.deepEqual(await ways(bia), [['e', at(1)]]);
});

test('lists accounts newest first in pages', async () => {
  await addTotp(bia, at(3));
  await addTotp(eva, null);
  const listed = async (before: string | null, limit: number) =>
    (await findAccounts(sql, before, limit)).map(({ email }) => email);
  assert.deepEqual(
    [await listed(null, 9), await listed(null, 2)],
    [
      ['eva', 'bia', 'ana'],
      ['eva', 'bia'],
    ],
  );
  assert.deepEqual(
    [await listed(eva, 9), await listed(bia, 9), await listed(ana, 9)],
    [['bia', 'ana'], ['ana'], []],
  );
  const [first, second] = await findAccounts(sql, null, 2);
  assert.deepEqual(
    [{ ...first }, { ...second }],
    [
      {
        id: eva,
        email: 'eva',
        first_name: 'eva',
        last_name: '',
        owns_email: false,
        email_confirmed_at: null,
        totp_enabled: false,
        created_at: at(2),
        erase_at: at(9),
      },
      {
        id: bia,
        email: 'bia',
        first_name: 'bia',
        last_name: '',
        owns_email: true,
        email_confirmed_at: at(1),
        totp_enabled: true,
        created_at: now,
        erase_at: null,
      },
    ],
  );
});

test('lists at most 50 devices of an account by last use', async () => {
  const addDevice = (userId: string, description: string, seconds: number) =>
    insertRow(sql, 'accounts', 'known_devices', {
      token_hash: hexOf(Buffer.from(`${userId} ${description}`)),
      user_id: userId,
      description,
      created_at: now,
      last_used_at: at(seconds),
    });
  for (const [description, seconds] of [
    ['b', 2],
    ['c', 3],
    ['a', 1],
  ] as const)
    await addDevice(ana, description, seconds);
  await addDevice(bia, 'd', 9);
  const listed = await findDevices(sql, ana);
  assert.deepEqual(
    listed.map(({ description }) => description),
    ['c', 'b', 'a'],
  );
  assert.deepEqual({ ...listed[0] }, { description: 'c', created_at: now, last_used_at: at(3) });
  await sql`
    insert into accounts.known_devices (token_hash, user_id, description, created_at, last_used_at)
    select int4send(n), ${ana}, '', ${now}, ${now} from generate_series(1, 50) n`;
  assert.equal((await findDevices(sql, ana)).length, 50);
  assert.equal((await findDevices(sql, bia)).length, 1);
});

test('lists at most 50 identities of an account in the order of linking', async () => {
  for (const [issuer, seconds] of [
    ['google', 2],
    ['apple', 3],
    ['meta', 1],
  ] as const)
    await addIdentity(ana, issuer, seconds);
  await addIdentity(bia, 'apple', 0);
  const listed = await findIdentities(sql, ana);
  assert.deepEqual(
    listed.map(({ issuer }) => issuer),
    ['meta', 'google', 'apple'],
  );
  assert.deepEqual({ ...listed[0] }, { issuer: 'meta', email: 'meta@example.com', created_at: at(1) });
  await sql`
    insert into accounts.social_identities (issuer, subject, user_id, created_at)
    select 'google', n, ${ana}, ${now} from generate_series(1, 50) n`;
  assert.equal((await findIdentities(sql, ana)).length, 50);
  assert.equal((await findIdentities(sql, bia)).length, 1);
});
