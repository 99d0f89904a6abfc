import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMerchantApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { until } from '../../../../test/support/process.ts';
import {
  hang,
  openWebhookReceiver,
  status,
  type WebhookReceiver,
} from '../../../../test/support/webhook-receiver.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { queueOrderEvent } from '../queue/queue-order-event.ts';
import type { OrderEvent } from '../queue/webhook.rules.ts';

let database: TestDatabase;
let receiver: WebhookReceiver;
let dead: WebhookReceiver;
let opened: TestApp[];

beforeEach(async () => {
  database = await createTestDatabase();
  [receiver, dead] = [await openWebhookReceiver(), await openWebhookReceiver()];
  dead.answer = hang;
  opened = [];
});
afterEach(async () => {
  for (const testApp of opened) await testApp.close();
  await receiver.close();
  await dead.close();
  await database.drop();
});

async function openProcess(settings: Record<string, string> = {}): Promise<TestApp> {
  const testApp = await openMerchantApp({ database, settings });
  opened.push(testApp);
  return testApp;
}

async function register(testApp: TestApp, url: string): Promise<void> {
  const answer = await (await merchantClient(testApp)).post('/webhooks', { url });
  assert.equal(answer.statusCode, 200, answer.body);
}

interface Delivery {
  status: string;
  attempts: { error: string | null; duration_ms: number }[];
}

async function deliveries(testApp: TestApp, query = ''): Promise<Delivery[]> {
  return (await (await merchantClient(testApp)).get(`/webhooks/deliveries${query}`)).json();
}

const orderEvent = (orderId: string): OrderEvent => ({
  pspId: 1,
  orderId,
  orderStatus: 'COMPLETED',
  orderTransactionType: 'WITHDRAW',
  currencyPair: 'XRPEUR',
  cryptocurrencyAmount: '20.000000',
  orderTotal: '9.99',
  customerDetails: null,
  paymentAddress: null,
  blockchainTransactionId: null,
  paymentReferenceId: null,
  paymentStatus: null,
  networkFee: null,
});

const queue = (testApp: TestApp, orderId = newId()): Promise<void> =>
  transaction(testApp.sql, (tx) => queueOrderEvent(tx, testApp, orderEvent(orderId)));

const times = async (count: number, run: () => Promise<void>): Promise<void> => {
  for (let index = 0; index < count; index++) await run();
};

test('an endpoint that hangs delays no other, uses only its share, and times out after 15 s', async () => {
  const testApp = await openProcess();
  await register(testApp, dead.url);
  const first = newId();
  await queue(testApp, first);
  await times(150, () => queue(testApp));
  await testApp.start();
  await until(() => dead.received.length >= 10, 'the first attempts at the dead one');
  await register(testApp, receiver.url);
  await times(100, () => queue(testApp));
  await until(() => receiver.received.length === 100, 'the webhooks of the other');
  // Ten at once. On a slow machine they may have timed out already; from then on the endpoint is only probed.
  assert.ok(dead.received.length <= 12, `${dead.received.length} of 151 were sent before`);
  const timedOut = async (): Promise<boolean> =>
    (await deliveries(testApp, `?order_id=${first}`))[0]?.attempts[0]?.error === 'timed_out';
  await until(timedOut, 'the end of the first attempt');
  const [delivery] = await deliveries(testApp, `?order_id=${first}`);
  assert.ok((delivery?.attempts[0]?.duration_ms ?? 0) > 14_900);
  // The endpoint is known to be failing, so it is only probed.
  await sleep(1000);
  assert.ok(dead.received.length <= 12, `${dead.received.length} were sent`);
});

test('many dead endpoints leave slots for one that answers', async ({ mock }) => {
  // Timeouts are disabled: slots become free only because the endpoints are known to be slow.
  mock.method(AbortSignal, 'timeout', () => new AbortController().signal);
  const testApp = await openProcess();
  await testApp.sql`
    insert into merchant.psps (id, name, created_at) select n, 'PSP ' || n, now() from generate_series(100, 139) n`;
  await register(testApp, receiver.url);
  for (let pspId = 100; pspId < 140; pspId++) {
    const id = newId();
    const sealed = testApp.platform.sealer.seal('whsec_AAAA', `webhook secret ${id}`);
    await testApp.sql`
      insert into merchant.webhook_endpoints (id, psp_id, url, sealed_secret, created_at)
      values (${id}, ${pspId}, ${dead.url}, ${sealed}, now())`;
    await transaction(testApp.sql, async (tx) => {
      for (let index = 0; index < 12; index++)
        await queueOrderEvent(tx, testApp, { ...orderEvent(newId()), pspId });
    });
  }
  await testApp.start();
  // The slots for answering endpoints stay occupied until these are known to be slow.
  await until(() => dead.received.length >= 64, 'the dead ones to be tried');
  await times(50, () => queue(testApp));
  await until(() => receiver.received.length === 50, 'the webhooks of the living one');
});

test('a private address accepted earlier is refused at the connection', async () => {
  const open = await openProcess();
  const strict = await openProcess({ WEBHOOK_PRIVATE_ADDRESSES: 'no' });
  for (const url of [receiver.url, `http://localhost:${receiver.port}/`]) await register(open, url);
  await queue(open);
  await strict.start();
  const errors = async (): Promise<unknown[]> =>
    (await deliveries(open)).map(({ attempts }) => attempts[0]?.error);
  await until(async () => (await errors()).every(Boolean), 'the attempts');
  assert.deepEqual(await errors(), ['address_not_public', 'address_not_public']);
  assert.equal(receiver.connections(), 0);
});

test('a stopping process releases its deliveries, and another sends them at once', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  await register(first, receiver.url);
  receiver.answer = hang;
  await first.start();
  await queue(first);
  await until(() => receiver.received.length === 1, 'the first attempt');
  opened = [second];
  await first.close();
  const claimed = await second.sql`
    select from merchant.webhook_deliveries where claimed_until is not null or due_at > ${second.clock.now()}`;
  assert.equal(claimed.length, 0, 'given back, and due');
  receiver.answer = status(200);
  await second.start();
  await until(() => receiver.received.length === 2, 'the second attempt');
  assert.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id']);
});

test('two processes share the queue and send each delivery once', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  await times(5, () => register(first, receiver.url));
  await times(60, () => queue(first));
  await Promise.all([first.start(), second.start()]);
  await until(() => receiver.received.length >= 300, 'the webhooks');
  await sleep(300);
  assert.equal(receiver.received.length, 300);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 300);
});

test('a clock change during a request does not cause a second one', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  await register(first, receiver.url);
  receiver.answer = hang;
  await first.start();
  await queue(first);
  await until(() => receiver.received.length === 1, 'the first attempt');
  await second.start();
  first.clock.offsetMs += 3_600_000;
  second.clock.offsetMs += 3_600_000;
  await sleep(800);
  assert.equal(receiver.received.length, 1);
});
