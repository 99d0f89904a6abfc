import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { foldChanges, sumPaymentDays } from './payment-days.store.ts';

const sql = await useTestSql();

const change = (pspId: number, status: string, payments: number, euroAmount: bigint) =>
  insertRow(sql, 'merchant', 'payment_day_changes', {
    psp_id: pspId,
    day: '2026-03-01',
    coin: 'BTC',
    status,
    payments,
    euro_amount: euroAmount,
  });
const days = async () =>
  (await readRows(sql, 'merchant', 'payment_days'))
    .map((row) => ['psp_id', 'status', 'payments', 'euro_amount'].map((name) => row[name]).join(' '))
    .toSorted();

test('changes are added up oldest first, up to the limit', async () => {
  await insertRow(sql, 'merchant', 'psps', { id: 1, name: 'One', created_at: new Date() });
  await insertRow(sql, 'merchant', 'psps', { id: 2, name: 'Two', created_at: new Date() });
  await change(1, 'PENDING', 1, 100n);
  await change(2, 'PENDING', 1, 7n);
  await change(1, 'PENDING', -1, -100n);
  await change(1, 'PAID', 1, 100n);
  assert.equal(await foldChanges(sql, 2), 2);
  assert.deepEqual(await days(), ['1 PENDING 1 100', '2 PENDING 1 7']);
  assert.equal(await foldChanges(sql, 9), 2);
  assert.deepEqual(await days(), ['1 PAID 1 100', '1 PENDING 0 0', '2 PENDING 1 7']);
  assert.equal(await foldChanges(sql, 9), 0);
});

test('sums of one PSP start at the given day and include changes not yet added up; days without payments have no row', async () => {
  const add = (
    table: 'payment_days' | 'payment_day_changes',
    [day, coin, status]: readonly [string, string, string],
    payments: number,
    pspId = 3,
  ) =>
    insertRow(sql, 'merchant', table, {
      psp_id: pspId,
      day: `2026-03-${day}`,
      coin,
      status,
      payments,
      euro_amount: payments * 100,
    });
  const [before, paid, gone] = [
    ['01', 'BTC', 'PAID'],
    ['02', 'BTC', 'PAID'],
    ['03', 'BTC', 'NEW'],
  ] as const;
  await add('payment_days', ['03', '', 'NEW'], 4);
  await add('payment_days', ['02', 'LTC', 'EXPIRED'], 3);
  await add('payment_day_changes', ['02', 'BTC', 'PENDING'], 1);
  for (const table of ['payment_days', 'payment_day_changes'] as const) {
    await add(table, before, 9);
    await add(table, paid, 2);
    await add(table, paid, 7, 4);
    await add(table, gone, table === 'payment_days' ? 5 : -5);
  }
  const summed = async (pspId: number, from: string) =>
    (await sumPaymentDays(sql, pspId, from)).map((row) =>
      [row.day, row.coin, row.status, row.payments, row.euro_amount].join(' '),
    );
  assert.deepEqual(await summed(3, '2026-03-02'), [
    '2026-03-02 BTC PAID 4 400',
    '2026-03-02 BTC PENDING 1 100',
    '2026-03-02 LTC EXPIRED 3 300',
    '2026-03-03  NEW 4 400',
  ]);
  assert.equal((await summed(3, '2026-03-01'))[0], '2026-03-01 BTC PAID 18 1800');
  assert.deepEqual(await summed(4, '2026-03-01'), ['2026-03-02 BTC PAID 14 1400']);
});
