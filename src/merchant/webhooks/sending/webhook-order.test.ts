import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { until as untilWithin } from '../../../../test/support/process.ts';
import {
  hang,
  openWebhookReceiver,
  status,
  type ReceivedWebhook,
  type WebhookReceiver,
} from '../../../../test/support/webhook-receiver.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { queueOrderEvent } from '../queue/queue-order-event.ts';
import type { OrderEvent } from '../queue/webhook.rules.ts';
import { claimDeliveries, type ClaimedDelivery } from './claim.store.ts';

/** Long enough for a machine that is busy with other tests. */
const until = (condition: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  untilWithin(condition, what, 300_000);

let database: TestDatabase;
let receiver: WebhookReceiver;
let opened: TestApp[];

beforeEach(async () => {
  database = await createTestDatabase();
  receiver = await openWebhookReceiver();
  opened = [];
});
afterEach(async () => {
  for (const testApp of opened) await testApp.close();
  await receiver.close();
  await database.drop();
});

async function openProcess(): Promise<TestApp> {
  const testApp = await openMerchantApp({ database });
  opened.push(testApp);
  return testApp;
}

async function register(testApp: TestApp, url = receiver.url): Promise<string> {
  const answer = await (await merchantClient(testApp)).post('/webhooks', { url });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().webhook_endpoint_id;
}

const orderEvent = (orderId: string): OrderEvent => ({
  pspId: 1,
  orderId,
  orderStatus: 'PROCESSING',
  orderTransactionType: 'DEPOSIT',
  currencyPair: 'LTCEUR',
  cryptocurrencyAmount: '1.00000000',
  orderTotal: '80.00',
  customerDetails: null,
  paymentAddress: null,
  blockchainTransactionId: null,
  paymentReferenceId: null,
  paymentStatus: null,
  networkFee: null,
});

/** Queues an event for each order, in one transaction. */
const queue = (testApp: TestApp, ...orderIds: readonly string[]): Promise<void> =>
  transaction(testApp.sql, async (tx) => {
    for (const orderId of orderIds) await queueOrderEvent(tx, testApp, orderEvent(orderId));
  });

const bodyOf = ({ body }: ReceivedWebhook) =>
  JSON.parse(body) as { order_id: string | null; event_sequence: number | null };
const isOf = (orderId: string) => (received: ReceivedWebhook) => bodyOf(received).order_id === orderId;

const sequencesOf = (orderId: string, path = '/hooks'): (number | null)[] =>
  receiver.received
    .filter((received) => received.path === path && isOf(orderId)(received))
    .map((received) => bodyOf(received).event_sequence);

async function countTried(testApp: TestApp, orderId: string): Promise<number> {
  const rows = await testApp.sql`
    select from merchant.webhook_deliveries where order_id = ${orderId} and attempts <> '[]'`;
  return rows.length;
}

test('three processes deliver the events of 240 orders to an endpoint of any speed, each order in its own order', async () => {
  const processes = await Promise.all([openProcess(), openProcess(), openProcess()]);
  const [first] = processes;
  await register(first);
  const orders = Array.from({ length: 240 }, (_, index) => ({ id: newId(), events: 3 + (index % 3) }));
  const expected = orders.reduce((sum, { events }) => sum + events, 0);
  let underWay = 0;
  let mostUnderWay = 0;
  receiver.answer = (response) => {
    mostUnderWay = Math.max(mostUnderWay, ++underWay);
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(204).end();
    }, Math.random() * 12);
  };
  const queueAll = async (some: typeof orders): Promise<void> => {
    for (const { id, events } of some) await queue(first, ...Array<string>(events).fill(id));
  };
  // Half of them wait in a long queue; the others are added one by one while that is sent.
  await queueAll(orders.slice(0, 120));
  await Promise.all(processes.map((process) => process.start()));
  await queueAll(orders.slice(120));
  await until(() => receiver.received.length >= expected, 'the webhooks');
  assert.equal(receiver.received.length, expected);
  const arrived = new Map<string, (number | null)[]>(orders.map(({ id }) => [id, []]));
  for (const received of receiver.received) {
    const { order_id: orderId, event_sequence: sequence } = bodyOf(received);
    arrived.get(orderId ?? '')?.push(sequence);
  }
  for (const { id, events } of orders) {
    assert.deepEqual(
      arrived.get(id),
      Array.from({ length: events }, (_, index) => index + 1),
    );
  }
  assert.ok(mostUnderWay > 5, `only ${mostUnderWay} at once`);
});

test("an order's next event is sent to an endpoint after the answer to the previous one; other endpoints do not wait", async () => {
  const testApp = await openProcess();
  await register(testApp);
  await register(testApp, `${receiver.url}-too`);
  const [held, other] = [newId(), newId()];
  const letGo = Promise.withResolvers<void>();
  receiver.answer = (response, request, received) => {
    const holds = request.url === '/hooks' && bodyOf(received).order_id === held;
    void (holds ? letGo.promise : Promise.resolve()).then(() => response.writeHead(204).end());
  };
  for (let event = 0; event < 3; event++) await queue(testApp, held, other);
  await testApp.start();
  await until(() => receiver.received.length === 10, 'everything but what must wait');
  assert.deepEqual(sequencesOf(held), [1]);
  assert.deepEqual(sequencesOf(held, '/hooks-too'), [1, 2, 3]);
  assert.deepEqual(sequencesOf(other), [1, 2, 3]);
  letGo.resolve();
  await until(() => receiver.received.length === 12, 'the rest');
  assert.deepEqual(sequencesOf(held), [1, 2, 3]);
});

test('an event in its retries does not delay later events', async () => {
  const testApp = await openProcess();
  await register(testApp);
  const orderId = newId();
  receiver.answer = (response, _request, received) =>
    response.writeHead(bodyOf(received).event_sequence === 1 ? 500 : 204).end();
  await queue(testApp, orderId);
  await queue(testApp, orderId);
  await queue(testApp, orderId);
  await testApp.start();
  await until(async () => (await countTried(testApp, orderId)) === 3, 'all three');
  assert.deepEqual(sequencesOf(orderId), [1, 2, 3]);
  // A running retry does not delay them either.
  const retried = receiver.received.length;
  receiver.answer = (response, request, received) =>
    bodyOf(received).event_sequence === 1 ? hang(response, request, received) : response.writeHead(204).end();
  testApp.clock.offsetMs += 6000;
  await until(() => receiver.received.length === retried + 1, 'the retry');
  await queue(testApp, orderId);
  await until(() => receiver.received.length === retried + 2, 'the fourth');
  assert.deepEqual(sequencesOf(orderId), [1, 2, 3, 1, 4]);
});

test('after a process crash, an attempt blocks its order until the lease ends, and is then repeated first', async () => {
  const testApp = await openProcess();
  await register(testApp);
  const [orderId, other] = [newId(), newId()];
  await queue(testApp, orderId);
  const [claimed]: ClaimedDelivery[] = await claimDeliveries(testApp.sql, {
    now: testApp.clock.now(),
    claimedBy: newId(),
    leaseSeconds: 3600,
    busy: [],
    steadyRoom: 10,
    troubledRoom: 10,
    steadyLimit: 10,
    troubledLimit: 10,
  });
  assert.equal(claimed?.event_sequence, 1n);
  await queue(testApp, orderId);
  await testApp.start();
  for (let event = 0; event < 5; event++) await queue(testApp, other);
  await until(() => sequencesOf(other).length === 5, 'another order');
  assert.deepEqual(sequencesOf(orderId), []);
  await testApp.sql`
    update merchant.webhook_deliveries set claimed_until = now() - interval '1 second' where id = ${claimed.id}`;
  await until(() => sequencesOf(orderId).length === 2, 'both');
  assert.deepEqual(sequencesOf(orderId), [1, 2]);
});

test('a redelivered event neither waits nor blocks; one that was never attempted keeps its position', async () => {
  const testApp = await openProcess();
  const endpointId = await register(testApp);
  const orderId = newId();
  const client = await merchantClient(testApp);
  const redeliver = async (sequence: number): Promise<void> => {
    const [row] = await testApp.sql<{ id: string }[]>`
      select id from merchant.webhook_deliveries where order_id = ${orderId} and event_sequence = ${sequence}`;
    const answer = await client.post(`/webhooks/deliveries/${row?.id ?? ''}/redeliver`);
    assert.equal(answer.statusCode, 200, answer.body);
  };
  await testApp.start();
  await queue(testApp, orderId);
  await until(async () => (await countTried(testApp, orderId)) === 1, 'the first');
  receiver.answer = hang;
  await redeliver(1);
  await until(() => sequencesOf(orderId).length === 2, 'the first again');
  await queue(testApp, orderId);
  await until(() => sequencesOf(orderId).length === 3, 'the second, although the first hangs');
  await queue(testApp, orderId);
  await redeliver(3);
  // The test event has no order. When it arrives, the third event would have arrived too.
  assert.equal((await client.post(`/webhooks/${endpointId}/test`)).statusCode, 200);
  await until(
    () => receiver.received.some((received) => bodyOf(received).order_id === null),
    'the test event',
  );
  assert.deepEqual(sequencesOf(orderId), [1, 1, 2]);
  receiver.answer = status(204);
});
