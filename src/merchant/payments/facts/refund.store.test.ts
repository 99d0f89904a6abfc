import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { untilAwaited } from '../../../../test/support/row-locks.ts';
import { emptyBooks } from '../../../../test/support/ledger-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Refund } from './payment-facts.rules.ts';
import {
  findRefundByPayout,
  findReversed,
  insertRefund,
  listRefunds,
  lockReversals,
  setRefundStatus,
} from './refund.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

beforeEach(() => emptyBooks(sql));

/** Of a payment; its payout has the digit that follows. */
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

test('refunds are read as they were written, those of one payment, the oldest first', async () => {
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

test('a refund ends by itself, with what was lost of it', async () => {
  await insertPayment(sql, idOf(1), now);
  await add(refundOf(1, 1), refundOf(1, 3));
  await sql.begin((tx) => setRefundStatus(tx, idOf(3), 'FAILED', 9n, now));
  const columns = ['id', 'status', 'lost_fee_coin_amount', 'updated_at'];
  assert.deepEqual(await readRows(sql, 'merchant', 'refunds', columns), [
    { id: idOf(1), status: 'PROCESSING', lost_fee_coin_amount: 0, updated_at: later.toISOString() },
    { id: idOf(3), status: 'FAILED', lost_fee_coin_amount: 9, updated_at: now.toISOString() },
  ]);
});

test('whoever takes back a merchant’s euros waits for whoever does so, and for nobody else', async () => {
  const done: string[] = [];
  let second: Promise<void> | undefined;
  await sql.begin(async (tx) => {
    await lockReversals(tx, 1);
    await sql.begin((other) => lockReversals(other, 2));
    second = sql.begin(async (other) => {
      await lockReversals(other, 1);
      done.push('second');
    });
    await untilAwaited(tx);
    done.push('first');
  });
  await second;
  assert.deepEqual(done, ['first', 'second']);
});

test('a merchant’s payments that the chain took back are found, with those of their refunds that failed', async () => {
  const pay = (digit: number, pspId: number, status: string) =>
    insertPayment(sql, idOf(digit), now, { psp_id: pspId, status });
  await pay(1, 1, 'REVERSED');
  await pay(2, 1, 'REVERSED');
  await pay(3, 1, 'PAID');
  await pay(4, 2, 'REVERSED');
  await add(
    refundOf(1, 1, { status: 'FAILED' }),
    refundOf(1, 3, { status: 'COMPLETED' }),
    refundOf(3, 5, { status: 'FAILED' }),
    refundOf(4, 7, { status: 'FAILED', psp_id: 2 }),
  );
  const found = async (pspId: number) => {
    const { payments, refunds } = await sql.begin((tx) => findReversed(tx, pspId));
    return [payments, refunds].map((ids) =>
      ids
        .map((id) => id.slice(-1))
        .toSorted()
        .join(''),
    );
  };
  assert.deepEqual(await found(1), ['12', '1']);
  assert.deepEqual(await found(2), ['4', '7']);
  assert.deepEqual(await found(3), ['', '']);
});
