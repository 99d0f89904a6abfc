import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { mine, readOrder } from '../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  newChosen,
  newPayment,
  openPaymentsApp,
  payShare,
  readPayment,
  untilPayment,
} from '../../../../test/support/payments.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
});
after(() => here.close());

const cancel = (id: string, by = client) => by.post(`/payments/${id}/cancel`);

async function lastEvents(id: string): Promise<{ event_type: string; order_id: string | null }[]> {
  const events = await here.sql<{ event_type: string; order_id: string | null }[]>`
    select event_type, order_id from merchant.events where payment_id = ${id} order by id`;
  return [...events];
}

test('a payment without a coin is cancelled, sends its own event, and stays cancelled', async () => {
  const id = await newPayment(client);
  const answer = await cancel(id);
  assert.equal(answer.statusCode, 200, answer.body);
  const { payment_cancelled_at: cancelledAt, ...rest } = answer.json();
  assert.deepEqual(rest, {
    payment_reference_id: id,
    payment_reference: 'order-1001',
    payment_status: 'EXPIRED',
  });
  assert.deepEqual((await cancel(id)).json(), answer.json(), 'again the same');
  const read = (await client.get(`/payments/${id}`)).json();
  assert.deepEqual([read.payment_status, read.payment_cancelled_at], ['EXPIRED', cancelledAt]);
  assert.equal(read.payment_expire_duration_seconds, 0);
  assert.deepEqual(await lastEvents(id), [{ event_type: 'payment.cancelled', order_id: null }]);
  const choosing = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'BTC' });
  assert.deepEqual([choosing.statusCode, choosing.json().code], [409, 'payment_expired']);
});

test('coins that arrive after a cancellation are late, and the merchant decides about them', async () => {
  const chosen = await newChosen(client, 'BTC', '50.00');
  const id = chosen.payment_reference_number;
  assert.equal((await cancel(id)).statusCode, 200);
  const [event] = (await lastEvents(id)).slice(-1);
  assert.equal(event?.event_type, 'order.failed');
  assert.equal((await readOrder(client, event?.order_id ?? ''))['order_status'], 'FAILED');
  await payShare(client, chosen, 1000n);
  await mine(client, 'BTC', 1);
  await untilPayment(
    client,
    id,
    'UNRESOLVED',
    (payment) => payment.payment_acceptable_status === 'ACCEPTABLE',
  );
  const read = await readPayment(client, id);
  assert.deepEqual(read.payment_exceptions, ['LATE']);
  const again = await cancel(id);
  assert.deepEqual([again.statusCode, again.json().code], [409, 'payment_in_progress']);
  assert.equal((await client.post(`/payments/${id}/accept`)).statusCode, 200);
});

test('a payment with coins, an ended payment and another PSP’s payment cannot be cancelled', async () => {
  const chosen = await newChosen(client, 'LTC');
  const id = chosen.payment_reference_number;
  await payShare(client, chosen, 100n);
  await untilPayment(client, id, 'PENDING', (payment) => payment.transactions.length === 1);
  const seen = await cancel(id);
  assert.deepEqual([seen.statusCode, seen.json().code], [409, 'payment_in_progress']);
  assert.match(seen.json().detail, /Litecoin was already sent/);
  const other = await merchantClient(here, await createPsp(here.platform, 'Other'));
  for (const [by, unknown] of [
    [other, id],
    [client, '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60'],
    [client, 'nonsense'],
  ] as const) {
    assert.equal((await cancel(unknown, by)).statusCode, 404);
  }
  const reader = await merchantClient(here, { scope: 'psp read' });
  assert.equal((await cancel(id, reader)).statusCode, 403);
  assert.equal(
    (await here.app.inject({ method: 'POST', url: `/merchant/payments/${id}/cancel` })).statusCode,
    401,
  );
});

test('a payment past its deadline reports its expiry even without a coin, and cannot be cancelled', async () => {
  const id = await newPayment(client);
  await client.post('/sandbox/clock/advance', { seconds: 3600 });
  client = await merchantClient(here);
  await untilPayment(client, id, 'EXPIRED');
  assert.deepEqual(await lastEvents(id), [{ event_type: 'payment.expired', order_id: null }]);
  const answer = await cancel(id);
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_expired']);
  assert.equal((await client.get(`/payments/${id}`)).json().payment_cancelled_at, null);
});
