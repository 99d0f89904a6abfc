import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../../test/support/database.ts';
import { blocksOf, explainAnalyze } from '../../../../test/support/explain.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import {
  deleteExpiredRegistrations,
  deletePendingRegistration,
  deletePendingRegistrationsOf,
  findByTokenHash,
  findWaiting,
  listOtherRegistrations,
  lockPendingRegistration,
  setTokenHash,
  takeGuess,
} from './registration.store.ts';

let database: TestDatabase;
let sql: Sql;
before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
});
after(async () => {
  await sql.end();
  await database.drop();
});

const now = new Date('2026-03-01T12:00:00Z');
const holder = { id: '00000000-0000-7000-8000-000000000000', email_key: 'ana@example.com' };

/**
 * Inserts registrations of one network; the last one is the newest. The password hash states the network and the
 * number.
 */
async function signUp(email: string, network: string, count: number, minutesAgo = 60): Promise<void> {
  const createdAt = new Date(now.getTime() - minutesAgo * 60_000);
  await sql`
    insert into accounts.pending_registrations
      (id, email, email_key, first_name, last_name, password_hash, language, household, created_at, expires_at)
    select gen_random_uuid(), ${email}, ${email}, 'A', 'B', ${network} || ' ' || n, 'en', ${network},
      ${createdAt}::timestamptz + n * interval '1 microsecond', ${createdAt}::timestamptz + interval '1 day'
    from generate_series(1, ${count}::int) n`;
}

const hashes = async (network: string, most: number): Promise<string[]> =>
  (await listOtherRegistrations(sql, holder, network, now, most)).map((row) => row.password_hash);

test('networks take turns, the given one first, then by newest registration; expired ones are left out', async () => {
  await signUp(holder.email_key, 'given', 2, 50);
  await signUp(holder.email_key, 'quiet', 1, 40);
  await signUp(holder.email_key, 'loud', 9, 30);
  await signUp(holder.email_key, 'over', 2, 24 * 60);
  await signUp('other@example.com', 'given', 3, 10);
  assert.deepEqual(await hashes('given', 6), ['given 2', 'loud 9', 'quiet 1', 'given 1', 'loud 8', 'loud 7']);
  assert.deepEqual(await hashes('nobody', 3), ['loud 9', 'quiet 1', 'given 2']);
  const [own] = await sql<{ id: string }[]>`
    select id from accounts.pending_registrations where password_hash = 'loud 9'`;
  const others = await listOtherRegistrations(sql, { ...holder, id: own?.id ?? '' }, 'nobody', now, 1);
  assert.equal(others[0]?.password_hash, 'loud 8');
});

test('skipping forty thousand sign-ups of one network costs no more than skipping one', async () => {
  await signUp(holder.email_key, 'flood', 40_000, 20);
  await signUp('other@example.com', 'flood', 8000, 20);
  await sql`vacuum analyze accounts.pending_registrations`;
  const { plan } = await explainAnalyze(sql, (tag) => listOtherRegistrations(tag, holder, 'given', now, 20));
  assert.doesNotMatch(JSON.stringify(plan), /Seq Scan/);
  assert.ok(blocksOf(plan) < 200, `${blocksOf(plan)} blocks`);
  assert.equal((await hashes('given', 20))[0], 'given 2');
});

test('changing or deleting one registration leaves the others unchanged', async () => {
  const email = 'bystander@example.com';
  await signUp(email, 'home', 3, 60);
  const [one = '', two = '', three = ''] = (
    await sql<{ id: string }[]>`
      select id from accounts.pending_registrations where email_key = ${email} order by created_at`
  ).map(({ id }) => id);
  const isThere = async (id: string) =>
    (await sql.begin((tx) => lockPendingRegistration(tx, id, now))) !== undefined;
  const token = Buffer.from('token');
  await sql.begin((tx) => setTokenHash(tx, two, token));
  assert.deepEqual([await takeGuess(sql, two, 1), await takeGuess(sql, two, 1)], [true, false]);
  const { id, wrong_passwords: wrong } = (await findByTokenHash(sql, token, now)) ?? {};
  assert.deepEqual([id, wrong], [two, 1]);
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int from accounts.pending_registrations
    where wrong_passwords > 0 or token_hash is not null`;
  assert.equal(others?.count, 1);
  const expiry = new Date(now.getTime() + 23 * 3_600_000 + 1000);
  assert.equal(await findByTokenHash(sql, token, expiry), undefined);
  await sql.begin((tx) => deletePendingRegistration(tx, two));
  assert.deepEqual(await Promise.all([one, two, three].map(isThere)), [true, false, true]);
  await sql.begin((tx) => deletePendingRegistrationsOf(tx, 'other@example.com', now));
  assert.deepEqual(await Promise.all([one, three].map(isThere)), [true, true]);
  await sql.begin((tx) => deletePendingRegistrationsOf(tx, email, now));
  assert.deepEqual(await Promise.all([one, three].map(isThere)), [false, false]);
});

test('lists the unexpired registrations of one address, newest first', async () => {
  const email = 'waits@example.com';
  await signUp(email, 'over', 1, 24 * 60);
  await signUp(email, 'home', 3, 60);
  await signUp('somebody@example.com', 'home', 1, 5);
  const ids = (
    await sql<{ id: string }[]>`
      select id from accounts.pending_registrations
      where email_key = ${email} and household = 'home' order by created_at desc`
  ).map(({ id }) => id);
  await sql.begin((tx) => setTokenHash(tx, ids[1] ?? '', Buffer.from('mailed')));
  const waiting = async (limit: number) =>
    (await findWaiting(sql, email, now, limit)).map(({ id, mailed }) => [id, mailed]);
  assert.deepEqual(await waiting(9), [
    [ids[0], false],
    [ids[1], true],
    [ids[2], false],
  ]);
  assert.deepEqual(await waiting(1), [[ids[0], false]]);
});

test('deletes expired registrations, oldest first, up to the limit, and skips locked ones', async () => {
  const email = 'late@example.com';
  // Long before all other registrations, which must remain.
  const then = new Date('2025-03-01T12:00:00Z');
  const minutesAgo = (now.getTime() - then.getTime()) / 60_000 + 24 * 60;
  for (const [name, minutes] of [
    ['still', -1],
    ['just', 0],
    ['late', 1],
    ['early', 2],
    ['held', 3],
  ] as const)
    await signUp(email, name, 1, minutesAgo + minutes);
  const left = async () => {
    const rows = await sql<{ household: string }[]>`
      select household from accounts.pending_registrations where email_key = ${email} order by household`;
    return rows.map(({ household }) => household).join(' ');
  };
  const [others] = await sql<{ count: number }[]>`
    select count(*)::int from accounts.pending_registrations where email_key <> ${email}`;
  await sql.begin(async (tx) => {
    await tx`select from accounts.pending_registrations where household = 'held' for update`;
    assert.equal(await deleteExpiredRegistrations(sql, then, 1), 1);
    assert.equal(await left(), 'held just late still');
  });
  assert.equal(await deleteExpiredRegistrations(sql, then, 9), 3);
  assert.equal(await left(), 'still');
  const [after] = await sql<{ count: number }[]>`
    select count(*)::int from accounts.pending_registrations where email_key <> ${email}`;
  assert.deepEqual({ ...after }, { ...others });
});
