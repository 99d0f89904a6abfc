import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { until } from '../../../../test/support/process.ts';
import {
  openWebhookReceiver,
  status,
  verifyWebhook,
  type WebhookReceiver,
} from '../../../../test/support/webhook-receiver.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { queueOrderEvent } from '../queue/queue-order-event.ts';
import type { OrderEvent } from '../queue/webhook.rules.ts';

let testApp: TestApp;
let client: MerchantClient;
let receiver: WebhookReceiver;

before(async () => {
  testApp = await openMerchantApp();
  client = await merchantClient(testApp);
  receiver = await openWebhookReceiver();
  await testApp.start();
});
after(async () => {
  await testApp.close();
  await receiver.close();
});
afterEach(async () => {
  for (const endpoint of (await client.get('/webhooks')).json())
    await client.delete(`/webhooks/${endpoint.webhook_endpoint_id}`);
  receiver.received.length = 0;
  receiver.answer = status(204);
});

/** Renews the client, because tokens expire in the meantime. */
async function advance(milliseconds: number): Promise<void> {
  testApp.clock.offsetMs += milliseconds;
  client = await merchantClient(testApp);
}

interface Endpoint {
  webhook_endpoint_id: string;
  secret: string;
}

async function register(url = receiver.url): Promise<Endpoint> {
  const answer = await client.post('/webhooks', { url });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const orderEvent = (orderId: string, orderStatus = 'COMPLETED', pspId = 1): OrderEvent => ({
  pspId,
  orderId,
  orderStatus,
  orderTransactionType: 'DEPOSIT',
  currencyPair: 'BTCEUR',
  cryptocurrencyAmount: '0.01000000',
  orderTotal: '512.30',
  customerDetails: { customer_reference_id: 'customer-1', customer_first_name: 'Łucja' },
  paymentAddress: null,
  blockchainTransactionId: null,
  paymentReferenceId: null,
  paymentStatus: null,
  networkFee: null,
});

const queue = (event: OrderEvent): Promise<void> =>
  transaction(testApp.sql, (tx) => queueOrderEvent(tx, testApp, event));

async function deliveriesOf(orderId: string) {
  const answer = await client.get(`/webhooks/deliveries?order_id=${orderId}`);
  return answer.json() as {
    webhook_delivery_id: string;
    status: string;
    event_sequence: number;
    next_attempt_at: string | null;
    attempts: { response_status: number | null; error: string | null; response_excerpt: string | null }[];
  }[];
}

function assertBetween(atMs: number, fromMs: number, toMs: number): void {
  assert.ok(atMs >= fromMs && atMs <= toMs, `${atMs - fromMs} ms after the earliest`);
}

async function attemptsOf(orderId: string, count: number) {
  await until(
    async () => ((await deliveriesOf(orderId))[0]?.attempts.length ?? 0) >= count,
    `${count} attempts`,
  );
  const [delivery] = await deliveriesOf(orderId);
  assert.ok(delivery);
  return delivery;
}

test('a change of an order arrives signed, with the documented headers and body', async () => {
  const { secret } = await register();
  const orderId = newId();
  await queue(orderEvent(orderId));
  await until(() => receiver.received.length === 1, 'the webhook');
  const [received] = receiver.received;
  assert.ok(received);
  assert.equal(received.headers['user-agent'], 'Praca-Webhooks/1.0');
  assert.equal(received.headers['content-type'], 'application/json');
  assert.match(String(received.headers['webhook-signature']), /^v1,[\w+/]{43}=$/);
  const body = verifyWebhook(secret, received);
  const { occurred_at: occurredAt, ...rest } = body;
  assert.match(String(occurredAt), /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/);
  assert.deepEqual(rest, {
    order_id: orderId,
    order_status: 'COMPLETED',
    order_transaction_type: 'DEPOSIT',
    currency_pair: 'BTCEUR',
    cryptocurrency_amount: '0.01000000',
    order_total: '512.30',
    customer_details: { customer_reference_id: 'customer-1', customer_first_name: 'Łucja' },
    payment_address: null,
    blockchain_transaction_id: null,
    payment_reference_id: null,
    payment_status: null,
    network_fee: null,
    event_type: 'order.completed',
    event_sequence: 1,
  });
  const delivery = await attemptsOf(orderId, 1);
  assert.deepEqual([delivery.status, delivery.next_attempt_at], ['DELIVERED', null]);
  assert.equal(delivery.webhook_delivery_id, received.headers['webhook-id']);
});

test('events of a rolled back transaction are never sent; events of an order are numbered 1, 2, 3 for every endpoint', async () => {
  await register();
  await register();
  const orderId = newId();
  await assert.rejects(
    transaction(testApp.sql, async (tx) => {
      await queueOrderEvent(tx, testApp, orderEvent(orderId, 'CREATED'));
      // Sends the deferred statements, which the error then rolls back.
      await tx`select`;
      throw new Error('the order failed');
    }),
    /the order failed/,
  );
  for (const state of ['CREATED', 'PROCESSING', 'COMPLETED']) await queue(orderEvent(orderId, state));
  await until(() => receiver.received.length === 6, 'the webhooks');
  await sleep(300);
  const seen = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  assert.deepEqual(
    seen.map((body) => `${String(body['event_sequence'])} ${String(body['order_status'])}`).toSorted(),
    ['1 CREATED', '1 CREATED', '2 PROCESSING', '2 PROCESSING', '3 COMPLETED', '3 COMPLETED'],
  );
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 6);
});

test('without endpoints nothing is queued, and the event is still counted', async () => {
  const rowsOf = async (orderId: string): Promise<number> => {
    await queue(orderEvent(orderId));
    const rows = await testApp.sql`
      select 1 from merchant.webhook_deliveries where order_id = ${orderId}
      union all select 1 from merchant.webhook_order_sequences where order_id = ${orderId}`;
    return rows.length;
  };
  assert.equal(await rowsOf(newId()), 1, 'whoever asks for events is told its number');
  await register();
  assert.equal(await rowsOf(newId()), 2, 'with one both are');
});

test('retries follow after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h with one id, then the delivery has failed', async () => {
  const { secret } = await register();
  receiver.answer = status(500, {}, 'out of\u0000 order');
  const orderId = newId();
  const beganMs = testApp.clock.nowMs();
  await queue(orderEvent(orderId));
  const pauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  let earliestMs = beganMs;
  for (let count = 1; count <= pauses.length; count++) {
    const delivery = await attemptsOf(orderId, count);
    // On a slow machine the five seconds may have passed.
    count = delivery.attempts.length;
    const pause = pauses[count - 1] ?? 0;
    const dueMs = Date.parse(delivery.next_attempt_at ?? '');
    assertBetween(dueMs, earliestMs + pause * 1000, testApp.clock.nowMs() + pause * 1050);
    await sleep(200);
    const isDue = testApp.clock.nowMs() >= dueMs;
    assert.ok(isDue || receiver.received.length === count, 'not before its time');
    earliestMs = dueMs;
    await advance(pause * 1050);
  }
  const delivery = await attemptsOf(orderId, 10);
  assert.deepEqual([delivery.status, delivery.next_attempt_at], ['FAILED', null]);
  assert.equal(delivery.attempts[0]?.response_excerpt, 'out of order');
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  assert.deepEqual([receiver.received.length, ids.size], [10, 1]);
  // The service's clock is days ahead, and timestamps are still those that receivers accept.
  for (const received of receiver.received) verifyWebhook(secret, received);

  receiver.answer = status(200);
  const again = await client.post(`/webhooks/deliveries/${delivery.webhook_delivery_id}/redeliver`);
  assert.equal(again.statusCode, 200);
  assert.equal((await attemptsOf(orderId, 11)).status, 'DELIVERED');
  assert.equal(receiver.received[10]?.headers['webhook-id'], delivery.webhook_delivery_id);
});

test('after 429 with retry-after, the next attempt waits that long', async () => {
  await register();
  receiver.answer = status(429, { 'retry-after': '120' });
  const orderId = newId();
  const beganMs = testApp.clock.nowMs();
  await queue(orderEvent(orderId));
  const delivery = await attemptsOf(orderId, 1);
  const dueMs = Date.parse(delivery.next_attempt_at ?? '');
  assertBetween(dueMs, beganMs + 120_000, testApp.clock.nowMs() + 126_000);
});

test('410 disables the endpoint, cancels its pending deliveries, and rejects new ones', async () => {
  const { webhook_endpoint_id: id } = await register();
  receiver.answer = status(500);
  const waiting = newId();
  await queue(orderEvent(waiting));
  await attemptsOf(waiting, 1);
  receiver.answer = status(410);
  const orderId = newId();
  await queue(orderEvent(orderId));
  assert.equal((await attemptsOf(orderId, 1)).status, 'FAILED');
  assert.equal((await deliveriesOf(waiting))[0]?.status, 'CANCELLED');
  assert.equal((await client.get('/webhooks')).json()[0].status, 'DISABLED');
  for (const path of [
    `/webhooks/${id}/test`,
    `/webhooks/${id}/rotate`,
    `/webhooks/deliveries/${(await deliveriesOf(orderId))[0]?.webhook_delivery_id ?? ''}/redeliver`,
  ]) {
    const answer = await client.post(path);
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'webhook_endpoint_disabled'], path);
  }
  const later = newId();
  await queue(orderEvent(later));
  assert.deepEqual(await deliveriesOf(later), []);
});

test('a late 410 of a former URL does not disable the new one and loses no event', async () => {
  const { webhook_endpoint_id: id } = await register();
  const held = Promise.withResolvers<void>();
  receiver.answer = (response) => void held.promise.then(() => response.writeHead(410).end());
  const orderId = newId();
  await queue(orderEvent(orderId));
  await until(() => receiver.received.length === 1, 'the attempt at the former URL');
  const moved = await client.put(`/webhooks/${id}`, { url: `${receiver.url}/new`, status: 'ENABLED' });
  assert.equal(moved.statusCode, 200, moved.body);
  receiver.answer = status(204);
  const waiting = newId();
  await queue(orderEvent(waiting));
  held.resolve();
  for (const each of [orderId, waiting])
    await until(
      async () => (await deliveriesOf(each))[0]?.status === 'DELIVERED',
      'the delivery to the new URL',
    );
  assert.equal((await client.get('/webhooks')).json()[0].status, 'ENABLED');
  assert.deepEqual(
    (await deliveriesOf(orderId))[0]?.attempts.map((attempt) => attempt.response_status),
    [410, 204],
  );
});

test('a late 410 of an endpoint that was switched off and on does not disable it', async () => {
  const { webhook_endpoint_id: id } = await register();
  const held = Promise.withResolvers<void>();
  receiver.answer = (response) => void held.promise.then(() => response.writeHead(410).end());
  await queue(orderEvent(newId()));
  await until(() => receiver.received.length === 1, 'the attempt');
  for (const wanted of ['DISABLED', 'ENABLED'])
    await client.put(`/webhooks/${id}`, { url: receiver.url, status: wanted });
  receiver.answer = status(204);
  held.resolve();
  const later = newId();
  await queue(orderEvent(later));
  await until(async () => (await deliveriesOf(later))[0]?.status === 'DELIVERED', 'a later delivery');
  assert.equal((await client.get('/webhooks')).json()[0].status, 'ENABLED');
});

const failures: [string, WebhookReceiver['answer'], number | null, string][] = [
  ['a redirect is not followed', status(302, { location: '/elsewhere' }), 302, 'redirect_not_followed'],
  ['a refusal', status(403, {}, 'no'), 403, 'unexpected_status'],
  ['garbage', (response) => response.socket?.end('☃ is not HTTP\r\n\r\n'), null, 'invalid_response'],
  ['a broken connection', (response) => response.socket?.destroy(), null, 'connection_lost'],
  [
    'headers without end',
    (response) => response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}`),
    null,
    'invalid_response',
  ],
];

for (const [name, answer, responseStatus, error] of failures) {
  test(`${name}: the failed attempt is reported as ${error}`, async () => {
    await register();
    receiver.answer = answer;
    const orderId = newId();
    await queue(orderEvent(orderId));
    const { status: state, attempts } = await attemptsOf(orderId, 1);
    assert.deepEqual(
      [state, attempts[0]?.response_status, attempts[0]?.error],
      ['PENDING', responseStatus, error],
    );
    assert.equal(receiver.received.filter(({ path }) => path === '/elsewhere').length, 0);
  });
}

test('refused connections and invalid TLS are both reported', async () => {
  await register('http://127.0.0.1:1/');
  const refused = newId();
  await queue(orderEvent(refused));
  assert.equal((await attemptsOf(refused, 1)).attempts[0]?.error, 'connection_refused');
  for (const endpoint of (await client.get('/webhooks')).json())
    await client.delete(`/webhooks/${endpoint.webhook_endpoint_id}`);
  await register(receiver.url.replace('http:', 'https:'));
  const plain = newId();
  await queue(orderEvent(plain));
  assert.equal((await attemptsOf(plain, 1)).attempts[0]?.error, 'tls_failed');
});

test('a 2xx counts when its headers arrive, and an endless body is neither read nor stored', async () => {
  await register();
  let written = 0;
  receiver.answer = (response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1000))) written += 1000;
    };
    response.on('drain', more);
    more();
  };
  const orderId = newId();
  await queue(orderEvent(orderId));
  const delivery = await attemptsOf(orderId, 1);
  assert.equal(delivery.status, 'DELIVERED');
  const writtenThen = written;
  await sleep(200);
  assert.equal(written, writtenThen);
  // Limited by the socket buffers of both ends, instead of a second's traffic.
  assert.ok(written < 32_000_000, String(written));
  assert.ok(!JSON.stringify(delivery).includes('xxx'));
});

test('both secrets sign during a rotation; after a day the old one does not', async () => {
  const { webhook_endpoint_id: id, secret } = await register();
  const rotated = (await client.post(`/webhooks/${id}/rotate`)).json();
  assert.notEqual(rotated.secret, secret);
  await queue(orderEvent(newId()));
  await until(() => receiver.received.length === 1, 'the webhook');
  const [during] = receiver.received;
  assert.ok(during);
  verifyWebhook(secret, during);
  verifyWebhook(rotated.secret, during);
  await advance(24 * 3_600_000 + 1000);
  await queue(orderEvent(newId()));
  await until(() => receiver.received.length === 2, 'the second webhook');
  const [, afterwards] = receiver.received;
  assert.ok(afterwards);
  verifyWebhook(rotated.secret, afterwards);
  assert.throws(() => verifyWebhook(secret, afterwards));
});

test('connections are reused', async () => {
  await register();
  const before = receiver.connections();
  for (let index = 1; index <= 5; index++) {
    await queue(orderEvent(newId()));
    await until(() => receiver.received.length === index, 'the webhook');
    await sleep(30);
  }
  assert.ok(receiver.connections() - before <= 1);
});
