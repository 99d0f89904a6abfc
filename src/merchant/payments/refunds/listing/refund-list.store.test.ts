import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../../test/support/database.ts';
import { insertPayment } from '../../../../../test/support/payment-rows.ts';
import { insertRow } from '../../../../../test/support/table-rows.ts';
import { firstIdAt } from '../../../../platform/ids.ts';
import { idRange } from '../../../../platform/postgres/paging.ts';
import { findRefund, listRefundsOf } from './refund-list.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const idAt = (seconds: number) => firstIdAt(at(seconds).getTime());
const [payment, other, foreign] = [idAt(1), idAt(2), idAt(3)];

before(async () => {
  for (const id of [1, 2])
    await insertRow(sql, 'merchant', 'psps', { id, name: String(id), created_at: now });
  await insertPayment(sql, payment, now);
  await insertPayment(sql, other, now);
  await insertPayment(sql, foreign, now, { psp_id: 2 });
  for (const [seconds, paymentId, status] of [
    [10, payment, 'COMPLETED'],
    [11, payment, 'FAILED'],
    [12, other, 'COMPLETED'],
    [13, payment, 'PROCESSING'],
    [14, foreign, 'COMPLETED'],
  ] as const)
    await insertRow(sql, 'merchant', 'refunds', {
      id: idAt(seconds),
      psp_id: paymentId === foreign ? 2 : 1,
      payment_id: paymentId,
      choice_id: paymentId,
      order_id: idAt(seconds),
      payout_id: idAt(seconds),
      status,
      coin: 'BTC',
      address: '',
      reason: '',
      total_euro_amount: 1n,
      held_coin_amount: 0n,
      bought_coin_amount: 1n,
      euro_amount: 1n,
      fee_coin_amount: 0n,
      created_at: at(seconds),
      updated_at: at(seconds),
    });
});

const listed = async (
  fields: Partial<Parameters<typeof listRefundsOf>[1]> = {},
  period: Parameters<typeof idRange>[0] = {},
  cursor?: string,
  limit = 9,
) => {
  const filter = { pspId: 1, paymentId: undefined, status: undefined, ...fields };
  const rows = await listRefundsOf(sql, filter, idRange(period, cursor), limit);
  return rows.map(({ created_at: created }) => (created.getTime() - now.getTime()) / 1000).join(' ');
};

test('refunds of a PSP are listed newest first by payment, status and period, up to the limit', async () => {
  assert.equal(await listed(), '13 12 11 10');
  assert.equal(await listed({ pspId: 2 }), '14');
  assert.equal(await listed({ paymentId: payment }), '13 11 10');
  assert.equal(await listed({ paymentId: foreign }), '');
  assert.equal(await listed({ status: 'COMPLETED' }), '12 10');
  assert.equal(await listed({ status: 'FAILED' }), '11');
  assert.equal(await listed({ status: 'PROCESSING' }), '13');
  assert.equal(await listed({ paymentId: payment, status: 'COMPLETED' }), '10');
  assert.equal(await listed({}, { from: at(11), to: at(13) }), '12 11');
  assert.equal(await listed({}, {}, idAt(12)), '11 10');
  assert.equal(await listed({}, {}, undefined, 2), '13 12');
});

test('only the refund’s own PSP finds it', async () => {
  const found = async (pspId: number) => (await findRefund(sql, pspId, idAt(14)))?.id;
  assert.deepEqual([await found(1), await found(2)], [undefined, idAt(14)]);
});
