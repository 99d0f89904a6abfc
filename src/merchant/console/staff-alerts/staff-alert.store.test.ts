import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSql } from '../../../../test/support/database.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { insertPayout } from '../../../../test/support/payout-rows.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { averagePayouts, countSince, listPaymentAlerts } from './staff-alert.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
  await insertRow(sql, 'merchant', 'psps', { id: 1, name: 'One', created_at: now });
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const idAt = (seconds: number) => firstIdAt(at(seconds).getTime());

test('a day is what was begun since then: payments, those that are paid and their euros, and payouts', async () => {
  const add = (seconds: number, status: string, euroAmount: bigint) =>
    insertPayment(sql, idAt(seconds), now, { status, euro_amount: euroAmount });
  await add(-1, 'PAID', 1000n);
  await add(0, 'PAID', 30n);
  await add(1, 'PAID', 4n);
  await add(2, 'EXPIRED', 500n);
  for (const seconds of [-1, 0, 1]) await insertPayout(sql, idAt(seconds), now);
  assert.deepEqual(await countSince(sql, now), { payments: 3, paid: 2, euros: 34n, orders: 0, payouts: 2 });
});

test('alerts are listed newest first, so many', async () => {
  for (const [seconds, alerted] of [
    [0, 5],
    [1, 9],
    [2, 7],
  ] as const)
    await insertRow(sql, 'merchant', 'payment_alerts', {
      payment_id: idAt(seconds),
      kind: 'stray_coins',
      created_at: at(alerted),
    });
  const listed = async (limit: number) => (await listPaymentAlerts(sql, limit)).map((row) => row.payment_id);
  assert.deepEqual(await listed(9), [idAt(1), idAt(2), idAt(0)]);
  assert.deepEqual(await listed(2), [idAt(1), idAt(2)]);
});

test('a day of payouts is the average of what customers were sent since then, coin by coin', async () => {
  const add = (seconds: number, fields: object) => insertPayout(sql, idAt(seconds), now, fields);
  await add(3, { amount: 1001n });
  await add(4, { amount: 50n, coin: 'LTC' });
  await add(5, { amount: 7n, status: 'FAILED' });
  const averages = await averagePayouts(sql, now, 2);
  assert.deepEqual(Object.fromEntries(averages.map(({ coin, amount }) => [coin, amount])), {
    // With the two of above.
    BTC: 1500n,
    LTC: 25n,
  });
});
