import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertUser } from '../../../../test/support/account-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { hexOf, readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { setFirstSignedIn } from '../../entry/sign-in/sign-in.store.ts';
import {
  clearAnyOneTimePassword,
  clearOneTimePassword,
  clearPasswords,
  replacePasswordHash,
  setOneTimePassword,
  updatePasswordHash,
} from './password.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-02T12:00:00Z');
const [once, other] = [Buffer.from('once'), Buffer.from('other')];

const columns = [
  'email',
  'password_hash',
  'password_changed_at',
  'one_time_password_hash',
  'one_time_password_expires_at',
  'first_signed_in_at',
];
const had = {
  password_hash: 'old',
  password_changed_at: now.toISOString(),
  one_time_password_hash: hexOf(once),
  one_time_password_expires_at: now.toISOString(),
};
let anna: string;
beforeEach(async () => {
  await sql`delete from accounts.users`;
  anna = newId();
  // Inserts Bruno first, so that a statement without the right condition changes his row.
  await insertUser(sql, newId(), 'bruno', now, had);
  await insertUser(sql, anna, 'anna', now, had);
});

/** Asserts that the work changes Anna's row as expected and leaves Bruno's, which was identical. */
async function assertLeaves(work: (tx: Tx) => unknown, left: Record<string, unknown>): Promise<void> {
  await sql.begin(async (tx) => void (await work(tx)));
  const rows = await readRows(sql, 'accounts', 'users', columns);
  const byName = Object.fromEntries(rows.map(({ email, ...row }) => [email, row]));
  assert.deepEqual(byName, { anna: left, bruno: had });
}

test('setting a new password deletes the one-time password', () =>
  assertLeaves((tx) => updatePasswordHash(tx, anna, 'new', later), {
    password_hash: 'new',
    password_changed_at: later.toISOString(),
  }));

test('a stronger hash replaces only the hash of the same password', async () => {
  await assertLeaves((tx) => replacePasswordHash(tx, anna, 'another', 'new'), had);
  await assertLeaves((tx) => replacePasswordHash(tx, anna, 'old', 'new'), { ...had, password_hash: 'new' });
});

test('a one-time password is stored and can be used once', async () => {
  const left = {
    ...had,
    one_time_password_hash: hexOf(other),
    one_time_password_expires_at: later.toISOString(),
  };
  await assertLeaves((tx) => setOneTimePassword(tx, anna, other, later), left);
  const isFirst: boolean[] = [];
  const use = (hash: Buffer) => async (tx: Tx) =>
    void isFirst.push(await clearOneTimePassword(tx, anna, hash));
  await assertLeaves(use(once), left);
  const { password_hash, password_changed_at } = had;
  await assertLeaves(use(other), { password_hash, password_changed_at });
  await assertLeaves(use(other), { password_hash, password_changed_at });
  assert.deepEqual(isFirst, [false, true, false]);
});

test('deletes the one-time password alone, or all passwords', async () => {
  const { password_hash, password_changed_at } = had;
  await assertLeaves((tx) => clearAnyOneTimePassword(tx, anna), { password_hash, password_changed_at });
  await assertLeaves((tx) => setOneTimePassword(tx, anna, once, now), had);
  await assertLeaves((tx) => clearPasswords(tx, anna, later), { password_changed_at: later.toISOString() });
});

test('stores the time of the first sign-in once', async () => {
  const left = { ...had, first_signed_in_at: now.toISOString() };
  await assertLeaves((tx) => setFirstSignedIn(tx, anna, now), left);
  await assertLeaves((tx) => setFirstSignedIn(tx, anna, later), left);
});
