import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createTestDatabase, openTestPool, useTestSql } from '../../../test/support/database.ts';
import { readRows } from '../../../test/support/table-rows.ts';
import type { Tx } from '../postgres/client/database.ts';
import {
  findSigningKeys,
  insertSigningKey,
  listNewestSeals,
  listPurposes,
  lockPurpose,
  retireSigningKeys,
} from './signing-keys.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeEach(() => sql`delete from platform.signing_keys`);

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const add = (purpose: string, kid: string, seconds = 0) =>
  within((tx) =>
    insertSigningKey(tx, purpose, {
      kid,
      public_jwk: { kty: 'OKP', kid },
      sealed_private_jwk: Buffer.from(kid),
      signs_from: at(seconds),
      created_at: now,
    }),
  );
const retire = (purpose: string, seconds: number) =>
  within((tx) => retireSigningKeys(tx, purpose, at(seconds)));
const found = async (purpose: string, seconds = 0) =>
  (await findSigningKeys(sql, purpose, at(seconds))).map(({ kid }) => kid).join('');

test('finds the keys of a purpose, newest first', async () => {
  await add('social', 'c', 1);
  await add('social', 'b', 1);
  await add('merchant', 'm', 9);
  await add('social', 'a');
  await add('social', 'd', 2);
  assert.deepEqual([await found('social'), await found('merchant'), await found('chat')], ['dbca', 'm', '']);
  const [key] = await findSigningKeys(sql, 'merchant', now);
  assert.deepEqual(
    { ...key },
    {
      kid: 'm',
      public_jwk: { kty: 'OKP', kid: 'm' },
      sealed_private_jwk: Buffer.from('m'),
      signs_from: at(9),
      verifies_until: null,
    },
  );
});

test('retired keys of a purpose verify until a fixed time, which is set once', async () => {
  await add('social', 'a');
  await retire('social', 5);
  await add('social', 'b', 1);
  await add('merchant', 'm');
  assert.deepEqual([await found('social', 4), await found('social', 5)], ['ba', 'b']);
  await retire('social', 9);
  const ends = await readRows(sql, 'platform', 'signing_keys', ['kid', 'verifies_until']);
  assert.deepEqual(
    ends.toSorted((one, other) => String(one['kid']).localeCompare(String(other['kid']))),
    [
      { kid: 'a', verifies_until: at(5).toISOString() },
      { kid: 'b', verifies_until: at(9).toISOString() },
      { kid: 'm' },
    ],
  );
});

test('lists each purpose of a service once', async () => {
  for (const [kid, purpose] of [
    'social push',
    'social',
    'socialite',
    'merchant',
    'social',
    'social app',
  ].entries())
    await add(purpose, String(kid));
  assert.deepEqual(await listPurposes(sql, 'social'), ['social', 'social app', 'social push']);
  assert.deepEqual(await listPurposes(sql, 'social push'), ['social push']);
});

test('lists the newest seals of services, and none before the first migration', async () => {
  await add('social', 'a');
  await retire('social', 5);
  for (const [purpose, kid] of [
    ['social', 'b'],
    ['social staff', 'c'],
    ['socialite', 'd'],
    ['merchant', 'e'],
    ['accounts', 'f'],
  ] as const)
    await add(purpose, kid);
  const seals = async (services: string[]) =>
    (await listNewestSeals(sql, services)).map((row) => [row.purpose, row.sealed_private_jwk.toString()]);
  assert.deepEqual(await seals(['social', 'merchant']), [
    ['merchant', 'e'],
    ['social', 'b'],
    ['social staff', 'c'],
  ]);
  assert.deepEqual(await seals([]), []);
  const empty = await createTestDatabase({ migrated: false });
  const bare = openTestPool(empty.connection);
  assert.deepEqual([...(await listNewestSeals(bare, ['social']))], []);
  await bare.end();
  await empty.drop();
});

test('locks a purpose until the end of the transaction, separately from others', async () => {
  const held = async () => {
    const rows = await sql`
      select from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`;
    return rows.length;
  };
  await within(async (tx) => {
    assert.equal(await held(), 0);
    await lockPurpose(tx, 'social');
    await lockPurpose(tx, 'social');
    assert.equal(await held(), 1);
    await lockPurpose(tx, 'merchant');
    assert.equal(await held(), 2);
  });
  assert.equal(await held(), 0);
});
