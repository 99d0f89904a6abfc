import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyBooks } from '../../../../test/support/ledger-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Release } from './payment-facts.rules.ts';
import {
  addLoss,
  findReleaseByPayout,
  insertRelease,
  listReleases,
  setReleaseStatus,
} from './release.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

beforeEach(async () => {
  await emptyBooks(sql);
  for (const digit of [1, 2]) await insertPayment(sql, idOf(digit), now);
});

/** Builds a release of a payment to an address. The id of its payout ends in the next digit. */
const releaseOf = (payment: number, digit: number, fields: Partial<Release> = {}): Release => ({
  id: idOf(digit),
  payment_id: idOf(payment),
  coin: 'XRP',
  payout_id: idOf(digit + 1),
  status: 'PROCESSING',
  address: 'a',
  destination_tag: '7',
  amount: 11n,
  fee_coin_amount: 12n,
  lost_amount: 0n,
  euro_amount: 9n,
  released_by: 'staff',
  created_at: now,
  updated_at: later,
  ...fields,
});

async function add(...releases: Release[]): Promise<void> {
  await sql.begin(async (tx) => {
    for (const release of releases) await insertRelease(tx, release);
  });
}

test('releases of one payment are read as written, oldest first', async () => {
  const [toMerchant, failed, other] = [
    releaseOf(1, 1, { payout_id: null, address: null, destination_tag: null, status: 'COMPLETED' }),
    releaseOf(1, 5, { status: 'FAILED' }),
    releaseOf(2, 3),
  ];
  await add(failed, other, toMerchant);
  const listed = async (payment: number) =>
    (await listReleases(sql, idOf(payment))).map((release) => ({ ...release }));
  assert.deepEqual(await listed(1), [toMerchant, failed]);
  assert.deepEqual(await listed(2), [other]);
  const found = async (payoutId: string) => sql.begin((tx) => findReleaseByPayout(tx, payoutId));
  assert.deepEqual({ ...(await found(idOf(4))) }, other);
  assert.equal(await found(other.id), undefined);
});

test('ending a release changes no other, and its losses are added up', async () => {
  await add(releaseOf(1, 1), releaseOf(1, 3), releaseOf(2, 5));
  await sql.begin((tx) => setReleaseStatus(tx, idOf(3), 'COMPLETED', now));
  for (const lossMinor of [9n, -2n])
    await sql.begin((tx) => addLoss(tx, { releaseId: idOf(5), coin: 'XRP', lossMinor }));
  const columns = ['id', 'status', 'lost_amount', 'updated_at'];
  const untouched = { status: 'PROCESSING', lost_amount: 0, updated_at: later.toISOString() };
  assert.deepEqual(await readRows(sql, 'merchant', 'payment_releases', columns), [
    { id: idOf(1), ...untouched },
    { id: idOf(3), ...untouched, status: 'COMPLETED', updated_at: now.toISOString() },
    { id: idOf(5), ...untouched, lost_amount: 7 },
  ]);
});
