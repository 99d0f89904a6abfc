import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyBooks } from '../../../../test/support/ledger-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Refund } from './payment-facts.rules.ts';
import { findRefundByPayout, insertRefund, listRefunds, setRefundStatus } from './refund.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

beforeEach(() => emptyBooks(sql));

/** Builds a refund of a payment. The id of its payout ends in the next digit. */
const refundOf = (payment: number, digit: number, fields: Partial<Refund> = {}): Refund => ({
  id: idOf(digit),
  psp_id: 1,
  payment_id: idOf(payment),
  choice_id: idOf(3),
  order_id: idOf(4),
  payout_id: idOf(digit + 1),
  status: 'PROCESSING',
  coin: 'XRP',
  address: 'a',
  destination_tag: '7',
  reason: 'r',
  total_euro_amount: 11n,
  held_coin_amount: 12n,
  bought_coin_amount: 13n,
  euro_amount: 14n,
  fee_coin_amount: 15n,
  lost_fee_coin_amount: 0n,
  created_at: now,
  updated_at: later,
  ...fields,
});

async function add(...refunds: Refund[]): Promise<void> {
  await sql.begin(async (tx) => {
    for (const refund of refunds) await insertRefund(tx, refund);
  });
}

test('refunds of one payment are read as written, oldest first', async () => {
  for (const digit of [1, 2]) await insertPayment(sql, idOf(digit), now);
  const [first, second, other] = [
    refundOf(1, 1, { destination_tag: null }),
    refundOf(1, 5, { status: 'FAILED' }),
    refundOf(2, 3),
  ];
  await add(second, other, first);
  const listed = async (payment: number) =>
    (await listRefunds(sql, idOf(payment))).map((refund) => ({ ...refund }));
  assert.deepEqual(await listed(1), [first, second]);
  assert.deepEqual(await listed(2), [other]);
  const found = await sql.begin((tx) => findRefundByPayout(tx, other.payout_id));
  assert.deepEqual({ ...found }, other);
  assert.equal(await sql.begin((tx) => findRefundByPayout(tx, other.id)), undefined);
});

test('ending a refund changes no other and stores its lost fee', async () => {
  await insertPayment(sql, idOf(1), now);
  await add(refundOf(1, 1), refundOf(1, 3));
  await sql.begin((tx) => setRefundStatus(tx, idOf(3), 'FAILED', 9n, now));
  const columns = ['id', 'status', 'lost_fee_coin_amount', 'updated_at'];
  assert.deepEqual(await readRows(sql, 'merchant', 'refunds', columns), [
    { id: idOf(1), status: 'PROCESSING', lost_fee_coin_amount: 0, updated_at: later.toISOString() },
    { id: idOf(3), status: 'FAILED', lost_fee_coin_amount: 9, updated_at: now.toISOString() },
  ]);
});
