import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { insertPayout } from '../../../../test/support/payout-rows.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { averagePayouts, listPaymentAlerts, listWaitingWebhooks } from './staff-alert.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
before(async () => {
  await insertRow(sql, 'merchant', 'psps', { id: 1, name: 'One', created_at: now });
});

const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const idAt = (seconds: number) => firstIdAt(at(seconds).getTime());

test('alerts are listed newest first up to a limit', async () => {
  for (const [seconds, alerted] of [
    [0, 5],
    [1, 9],
    [2, 7],
  ] as const) {
    await insertPayment(sql, idAt(seconds), now);
    await insertRow(sql, 'merchant', 'payment_alerts', {
      payment_id: idAt(seconds),
      kind: 'stray_coins',
      created_at: at(alerted),
    });
  }
  const listed = async (limit: number) => (await listPaymentAlerts(sql, limit)).map((row) => row.payment_id);
  assert.deepEqual(await listed(9), [idAt(1), idAt(2), idAt(0)]);
  assert.deepEqual(await listed(2), [idAt(1), idAt(2)]);
});

test('the average of payouts to customers per day is computed for each coin', async () => {
  const add = (seconds: number, fields: object) => insertPayout(sql, idAt(seconds), now, fields);
  for (const seconds of [-1, 0, 1]) await add(seconds, {});
  await add(3, { amount: 1001n });
  await add(4, { amount: 50n, coin: 'LTC' });
  await add(5, { amount: 7n, status: 'FAILED' });
  const averages = await averagePayouts(sql, now, 2);
  assert.deepEqual(Object.fromEntries(averages.map(({ coin, amount }) => [coin, amount])), {
    BTC: 1500n,
    LTC: 25n,
  });
});

test('PSPs with pending webhooks are listed with the last response, longest waiting first', async () => {
  for (const [id, name] of [
    [2, 'Two'],
    [3, 'Three'],
    [4, 'Four'],
    [5, 'Five'],
  ] as const)
    await insertRow(sql, 'merchant', 'psps', { id, name, created_at: now });
  const queue = (pspId: number, seconds: number, dueSeconds: number, fields: object = {}) =>
    insertRow(sql, 'merchant', 'webhook_deliveries', {
      psp_id: pspId,
      id: idAt(seconds),
      endpoint_id: idAt(0),
      event_type: 'e',
      occurred_at: now,
      event: {},
      status: 'PENDING',
      due_at: at(dueSeconds),
      ...fields,
    });
  const failed = (...answers: string[]) => ({
    failed_attempts: answers.length,
    attempts: answers.map((answer) => ({ answer })),
  });
  await queue(4, 1, 1);
  await queue(3, 1, 1);
  await queue(1, 1, 0);
  await queue(2, 3, 0, failed('first', 'last'));
  await queue(2, 1, -5);
  await queue(2, 2, 7, failed('earlier'));
  await queue(2, 4, 8);
  await queue(2, 5, -9, { ...failed('delivered'), status: 'DELIVERED' });
  await queue(5, 1, -9, { ...failed('given up'), status: 'FAILED' });
  const list = async (limit: number) =>
    (await listWaitingWebhooks(sql, now, limit)).map((row) => ({ ...row }));
  const silent = { waiting: 1, retrying: 0, last_attempt: null };
  const two = { waiting: 4, retrying: 2, oldest_due_at: at(-5), last_attempt: { answer: 'last' } };
  assert.deepEqual(await list(9), [
    { psp_id: 2, name: 'Two', ...two },
    { psp_id: 1, name: 'One', ...silent, oldest_due_at: now },
    { psp_id: 3, name: 'Three', ...silent, oldest_due_at: null },
    { psp_id: 4, name: 'Four', ...silent, oldest_due_at: null },
  ]);
  assert.deepEqual(
    (await list(1)).map(({ name }) => name),
    ['Two'],
  );
});
