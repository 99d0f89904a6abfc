import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../../test/support/database.ts';
import {
  insertEndpoint,
  insertOrder,
  insertOrderEvent,
  insertPsps,
  insertRefund,
} from '../../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../../test/support/payment-rows.ts';
import { insertPayout } from '../../../../../test/support/payout-rows.ts';
import { idOf, insertRow } from '../../../../../test/support/table-rows.ts';
import { newId } from '../../../../platform/ids.ts';
import {
  listOrderIds,
  listRefundRequests,
  listSentWebhooks,
  listStatusMoments,
} from './payment-story.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [payment, other] = [idOf(1), idOf(2)] as const;
const [endpoint, otherEndpoint] = [idOf(3), idOf(4)] as const;

before(async () => {
  await insertPsps(sql, [1, 2], now);
  await insertEndpoint(sql, endpoint, now, { url: 'https://one.example' });
  await insertEndpoint(sql, otherEndpoint, now, { url: 'https://two.example' });
});
beforeEach(async () => {
  for (const table of ['events', 'webhook_deliveries'])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

const tell = (status: string | null, seconds: number, place: [number, number], fields: object = {}) =>
  insertOrderEvent(sql, { era: place[0], position: String(place[1]) }, at(seconds), {
    payment_id: payment,
    event: { payment_status: status },
    ...fields,
  });

test('changes of a payment are ordered by time, then by position', async () => {
  await tell('PAID', 1, [2, 5]);
  await tell('PENDING', 1, [1, 9]);
  await tell('REFUNDING', 1, [2, 5]);
  await tell('NEW', 0, [2, 9]);
  await tell('CONFIRMING', 1, [2, 3]);
  await tell('EXPIRED', 0, [1, 1], { payment_id: other });
  await tell('REVERSED', 0, [1, 1], { psp_id: 2 });
  await tell(null, 0, [1, 1]);
  await tell(null, 0, [1, 1], { event: {} });
  assert.deepEqual(
    (await listStatusMoments(sql, 1, payment)).map((moment) => ({ ...moment })),
    [
      { at: now, status: 'NEW' },
      { at: at(1), status: 'PENDING' },
      { at: at(1), status: 'CONFIRMING' },
      { at: at(1), status: 'PAID' },
      { at: at(1), status: 'REFUNDING' },
    ],
  );
});

test('at most the first 200 changes are listed', async () => {
  await sql`
    insert into merchant.events (psp_id, era, position, payment_id, event_type, event_sequence, occurred_at, event)
    select 1, 1, '1', ${payment}, '', 1, ${now}, '{"payment_status": "PAID"}' from generate_series(1, 201)`;
  assert.equal((await listStatusMoments(sql, 1, payment)).length, 200);
});

const send = (name: string, digit: number, fields: object = {}) =>
  insertRow(sql, 'merchant', 'webhook_deliveries', {
    psp_id: 1,
    id: idOf(digit),
    endpoint_id: endpoint,
    event_type: name,
    occurred_at: now,
    event: {},
    status: 'DELIVERED',
    due_at: now,
    ...fields,
  });

test('deliveries for a payment and its orders are listed newest first', async () => {
  const [order, refund, foreign] = [newId(), newId(), newId()];
  const attempts = [{ at: 'then' }];
  await send('of an order', 1, { order_id: order });
  await send('of a refund', 3, { order_id: refund, endpoint_id: otherEndpoint, payment_id: payment });
  await send('without an order', 2, { payment_id: payment, occurred_at: at(1), status: 'FAILED', attempts });
  await send('of another order', 4, { order_id: foreign, payment_id: payment });
  await send('of another payment', 5, { payment_id: other });
  await send('a test', 6);
  await send('of another PSP', 7, { payment_id: payment, psp_id: 2 });
  const listed = await listSentWebhooks(sql, 1, payment, [order, refund]);
  const sent = { occurred_at: now, status: 'DELIVERED', attempts: [] };
  const [one, two] = ['https://one.example', 'https://two.example'];
  assert.deepEqual(
    listed.map((row) => ({ ...row })),
    [
      { ...sent, id: idOf(3), url: two, event_type: 'of a refund' },
      {
        id: idOf(2),
        url: one,
        event_type: 'without an order',
        occurred_at: at(1),
        status: 'FAILED',
        attempts,
      },
      { ...sent, id: idOf(1), url: one, event_type: 'of an order' },
    ],
  );
  assert.deepEqual(
    (await listSentWebhooks(sql, 1, other, [])).map((row) => row.event_type),
    ['of another payment'],
  );
});

test('at most the newest 100 deliveries are listed', async () => {
  await sql`
    insert into merchant.webhook_deliveries
      (psp_id, id, endpoint_id, payment_id, event_type, occurred_at, event, status, due_at)
    select 1, gen_random_uuid(), ${endpoint}, ${payment}, '', ${now}, '{}', 'DELIVERED', ${now}
    from generate_series(1, 101)`;
  assert.equal((await listSentWebhooks(sql, 1, payment, [])).length, 100);
});

test('the requester and the hold of each refund order are listed', async () => {
  await insertPayment(sql, payment, now);
  for (const [digit, requestedBy, hold] of [
    [5, 'member:ana', 'approval'],
    [6, null, null],
    [7, 'client:c', 'screening'],
  ] as const) {
    await insertOrder(sql, idOf(digit), now, { kind: 'refund', hold });
    await insertPayout(sql, idOf(digit), now, { kind: 'refund', requested_by: requestedBy });
    await insertRefund(sql, idOf(digit), payment, now);
  }
  await insertOrder(sql, idOf(8), now);
  await insertPayout(sql, idOf(8), now, { requested_by: 'client:d' });
  const requests = await listRefundRequests(sql, [idOf(5), idOf(6), idOf(8)]);
  assert.deepEqual(
    requests.map((row) => ({ ...row })).toSorted((a, b) => (a.order_id < b.order_id ? -1 : 1)),
    [
      { order_id: idOf(5), requested_by: 'member:ana', isHeld: true },
      { order_id: idOf(6), requested_by: null, isHeld: false },
    ],
  );
});

test('every order of a payment is listed once', async () => {
  await tell(null, 0, [1, 1], { order_id: idOf(5) });
  await tell(null, 1, [1, 2], { order_id: idOf(5) });
  await tell(null, 2, [1, 3], { order_id: idOf(6) });
  await tell('NEW', 0, [1, 1]);
  await tell(null, 0, [1, 1], { order_id: idOf(7), payment_id: other });
  await tell(null, 0, [1, 1], { order_id: idOf(8), psp_id: 2 });
  assert.deepEqual((await listOrderIds(sql, 1, payment)).toSorted(), [idOf(5), idOf(6)]);
});
