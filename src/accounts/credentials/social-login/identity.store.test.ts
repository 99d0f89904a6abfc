import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertUser } from '../../../../test/support/account-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { deleteIdentitiesOf, insertIdentity, listIssuers, lockLinkedUser } from './identity.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const link = (userId: string, issuer: string, subject: string, email: string | null = null) =>
  within((tx) => insertIdentity(tx, { issuer, subject, userId, email, createdAt: now }));
const identities = async () =>
  (await readRows(sql, 'accounts', 'social_identities'))
    .map((row) => `${String(row['issuer'])} ${String(row['subject'])} ${String(row['user_id']).slice(-1)}`)
    .toSorted();

beforeEach(async () => {
  await sql`delete from accounts.users`;
  for (const id of [ana, bia, eva]) await insertUser(sql, id, id, now);
});

test('an identity belongs to one account and cannot be moved to another', async () => {
  assert.equal(await link(ana, 'google', '1', 'ana@example.com'), true);
  assert.equal(await link(bia, 'google', '1'), false);
  assert.deepEqual(await readRows(sql, 'accounts', 'social_identities'), [
    {
      issuer: 'google',
      subject: '1',
      user_id: ana,
      email: 'ana@example.com',
      created_at: now.toISOString(),
    },
  ]);
  assert.deepEqual([await link(bia, 'google', '2'), await link(bia, 'apple', '1')], [true, true]);
});

test('lists each provider of an account once, sorted by name', async () => {
  await link(ana, 'google', '1');
  await link(ana, 'apple', '1');
  await link(ana, 'google', '2');
  await link(bia, 'meta', '1');
  const issuers = (userId: string) => within((tx) => listIssuers(tx, userId));
  assert.deepEqual(
    [await issuers(ana), await issuers(bia), await issuers(eva)],
    [['apple', 'google'], ['meta'], []],
  );
});

test('locks only the user that the identity belongs to', async () => {
  await link(ana, 'google', '1');
  await link(bia, 'apple', '1');
  await link(eva, 'google', '2');
  /** Returns the user found and the users that are locked in the meantime. */
  const lock = (issuer: string, subject: string) =>
    within(async (tx) => {
      const found = await lockLinkedUser(tx, issuer, subject);
      const free = await sql<{ id: string }[]>`select id from accounts.users for update skip locked`;
      const isFree = new Set(free.map(({ id }) => id));
      return [found, ...[ana, bia, eva].filter((id) => !isFree.has(id))];
    });
  assert.deepEqual(await lock('google', '1'), [ana, ana]);
  assert.deepEqual(await lock('apple', '1'), [bia, bia]);
  assert.deepEqual(await lock('google', '2'), [eva, eva]);
  assert.deepEqual(await lock('apple', '2'), [undefined]);
});

test('deletes one account’s identities of the given providers only', async () => {
  await link(ana, 'google', '1');
  await link(ana, 'google', '2');
  await link(ana, 'apple', '1');
  await link(ana, 'meta', '1');
  await link(bia, 'google', '3');
  await within((tx) => deleteIdentitiesOf(tx, ana, ['google']));
  assert.deepEqual(await identities(), ['apple 1 1', 'google 3 2', 'meta 1 1']);
  await within((tx) => deleteIdentitiesOf(tx, ana, []));
  assert.equal((await identities()).length, 3);
  await within((tx) => deleteIdentitiesOf(tx, ana, ['meta', 'apple', 'google']));
  assert.deepEqual(await identities(), ['google 3 2']);
});
