import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSql } from '../../../../test/support/database.ts';
import { insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { foldChanges } from './payment-days.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

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

test('changes are added up, the oldest first and so many at once', async () => {
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
