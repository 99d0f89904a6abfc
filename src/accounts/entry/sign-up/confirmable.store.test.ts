import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  deletePendingRegistrationsOf,
  findByTokenHash,
  findWaiting,
  insertPendingRegistration,
  listOtherRegistrations,
  lockPendingRegistration,
} from './registration.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const email = 'ana@example.com';
const token = Buffer.from('token');

beforeEach(() => sql`delete from accounts.pending_registrations`);

const signUp = (digit: number, fields: object = {}) =>
  insertRow(sql, 'accounts', 'pending_registrations', {
    id: idOf(digit),
    email,
    email_key: email,
    first_name: 'A',
    last_name: 'B',
    password_hash: String(digit),
    language: 'en',
    household: 'home',
    created_at: now,
    expires_at: at(1000),
    ...fields,
  });

test('stores a registration unchanged', async () => {
  const row = {
    id: idOf(1),
    email: 'Ana@Example.com',
    email_key: email,
    first_name: 'Ana',
    last_name: 'Lima',
    password_hash: 'hash',
    picture: Buffer.from('picture'),
    language: 'pt',
    created_at: now,
    expires_at: at(9),
  };
  await sql.begin(async (tx) => insertPendingRegistration(tx, { ...row, network: '10.0.0.1' }));
  assert.deepEqual(await readRows(sql, 'accounts', 'pending_registrations'), [
    {
      ...row,
      picture: hexOf(row.picture),
      household: '10.0.0.1',
      wrong_passwords: 0,
      created_at: now.toISOString(),
      expires_at: at(9).toISOString(),
    },
  ]);
  assert.deepEqual({ ...(await sql.begin((tx) => lockPendingRegistration(tx, row.id, now))) }, row);
});

test('a registration can be confirmed until its own expiry, independent of others', async () => {
  await signUp(1, { token_hash: hexOf(token) });
  await signUp(2, { expires_at: at(9000), token_hash: hexOf(Buffer.from('other')) });
  await signUp(3);
  const found = async (ms: number) => [
    (await sql.begin((tx) => lockPendingRegistration(tx, idOf(1), at(ms))))?.id,
    (await findByTokenHash(sql, token, at(ms)))?.id,
    (await findWaiting(sql, email, at(ms), 9)).map(({ id }) => id.slice(-1)).join(''),
  ];
  assert.deepEqual(await found(999), [idOf(1), idOf(1), '321']);
  assert.deepEqual(await found(1000), [undefined, undefined, '2']);
  assert.equal(await sql.begin((tx) => lockPendingRegistration(tx, idOf(9), now)), undefined);
});

test('locks only the registration that is confirmed', async () => {
  for (const digit of [1, 2, 3]) await signUp(digit);
  const lock = () =>
    countLocked(sql, 'accounts', 'pending_registrations', (tx) => lockPendingRegistration(tx, idOf(2), now));
  assert.equal(await lock(), 1);
});

test('deletes the registrations of one address that are not newer than a given time', async () => {
  await signUp(1, { created_at: at(-1) });
  await signUp(2);
  await signUp(3, { created_at: at(1) });
  await signUp(4, { email_key: 'other@example.com' });
  await sql.begin((tx) => deletePendingRegistrationsOf(tx, email, now));
  assert.deepEqual(
    (await readRows(sql, 'accounts', 'pending_registrations')).map((row) => row['password_hash']),
    ['3', '4'],
  );
});

const others = async (network: string, most: number) =>
  (await listOtherRegistrations(sql, { id: idOf(0), email_key: email }, network, now, most))
    .map((row) => row.password_hash)
    .join('');

test('above the limit, keeps the networks with the newest registrations, and always the given network', async () => {
  // Network c has both the oldest and the newest registration. Then network a gets a newer one.
  await signUp(1, { household: 'c', created_at: at(-9) });
  await signUp(2, { household: 'b', created_at: at(-5) });
  await signUp(3, { household: 'a', created_at: at(-8) });
  await signUp(4, { household: 'c', created_at: at(-4) });
  assert.deepEqual(
    [await others('none', 1), await others('b', 1), await others('none', 9)],
    ['4', '2', '4231'],
  );
  await signUp(5, { household: 'a', created_at: at(-3) });
  assert.deepEqual([await others('none', 1), await others('none', 2)], ['5', '54']);
});

test('networks of other addresses take no turn', async () => {
  await signUp(1, { household: 'a', created_at: at(-9) });
  await signUp(2, { household: 'c', created_at: at(-5) });
  for (const household of ['b', 'd'])
    await signUp(household === 'b' ? 3 : 4, { household, email_key: 'other@example.com' });
  assert.deepEqual([await others('none', 1), await others('none', 2)], ['2', '21']);
});

for (const [first, second] of [
  ['a', 'b'],
  ['b', 'a'],
] as const)
  test(`orders registrations of the same time by id, among and within networks: ${first} first`, async () => {
    await signUp(1, { household: first });
    await signUp(5, { household: second });
    await signUp(9, { household: first });
    assert.deepEqual(
      [await others('none', 1), await others(first, 1), await others('none', 9)],
      ['9', '9', '951'],
    );
  });
