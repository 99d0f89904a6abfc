import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { customer } from '../../../../test/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { paymentBody } from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import { openWebhookReceiver } from '../../../../test/support/webhook-receiver.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { changeOrderStatus } from '../../orders/change-order.ts';
import { openOrder } from '../../orders/open-order.ts';
import type { OrderStatus } from '../../orders/order.rules.ts';
import { sweepWebhooks } from '../webhook.jobs.ts';
import { prepareEvents } from './read-events.ts';

let database: TestDatabase;
let here: TestApp;

before(async () => {
  database = await createTestDatabase();
  here = await openMerchantApp({ database, settings: { DATABASE_POOL: '14' } });
});
after(async () => {
  await here.close();
  await database.drop();
});

interface Event {
  order_id: string | null;
  event_type: string;
  event_sequence: number;
  payment_reference_id: string | null;
  [field: string]: unknown;
}

/** Continues from where the previous call stopped. */
function follow(client: MerchantClient, limit = 3) {
  let path = `/events?limit=${limit}`;
  const seen: Event[] = [];
  return {
    seen,
    async ask(): Promise<Event[]> {
      const answer = await client.get(path);
      assert.equal(answer.statusCode, 200, answer.body);
      path =
        /<http[^>]*\/merchant(\/events\?[^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1] ?? '';
      const events = answer.json() as Event[];
      seen.push(...events);
      return events;
    },
    /**
     * Transactions of other tests on the server also hold events back. An event may have the id of the next
     * transaction, so this takes an id each time, even on an idle server.
     */
    async catchUp(count: number): Promise<void> {
      await until(async () => {
        await here.sql`select pg_current_xact_id()`;
        while ((await this.ask()).length > 0);
        return seen.length >= count;
      }, `${count} events`);
    },
  };
}

async function newPsp(name: string): Promise<{ pspId: number; client: MerchantClient }> {
  const psp = await createPsp(here.platform, name);
  return { pspId: psp.pspId, client: await merchantClient(here, psp) };
}

const open = (tx: Tx, pspId: number, status: OrderStatus = 'PROCESSING') =>
  openOrder(tx, here.platform, {
    psp_id: pspId,
    kind: 'withdrawal',
    order_type: 'WITHDRAW',
    status,
    currency_pair: 'BTCEUR',
    coin_amount: 1n,
    euro_amount: 1n,
    customer,
  });

/** Switches the idle timeout off, because the test may pause for long. */
const staysOpen = (tx: Tx) => tx`set local idle_in_transaction_session_timeout = 0`;

/** Runs `work` in a transaction that stays open until `commit` is called. */
function hold<T>(work: (tx: Tx) => Promise<T>): { worked: Promise<T>; commit: () => Promise<void> } {
  const done = Promise.withResolvers<T>();
  const told = Promise.withResolvers<void>();
  const ended = transaction(here.sql, async (tx) => {
    await staysOpen(tx);
    const result = await work(tx);
    // Sends the deferred statements before the pause.
    await tx`select`;
    done.resolve(result);
    await told.promise;
  });
  ended.catch(done.reject);
  return {
    worked: done.promise,
    async commit() {
      told.resolve();
      await ended;
    },
  };
}

test('a reader does not miss a transaction that commits after a later one', async () => {
  const { pspId, client } = await newPsp('Late');
  const reader = follow(client);
  const slow = hold((tx) => open(tx, pspId));
  const first = await slow.worked;
  const second = await transaction(here.sql, (tx) => open(tx, pspId));
  assert.deepEqual(
    await reader.ask(),
    [],
    'the second has to wait for the first, which has a smaller number',
  );
  const third = hold((tx) => open(tx, pspId));
  await third.worked;
  await slow.commit();
  await reader.catchUp(2);
  assert.deepEqual(
    reader.seen.map((event) => event.order_id),
    [first.id, second.id],
  );
  await third.commit();
  await reader.catchUp(3);
  assert.deepEqual(
    reader.seen.map((event) => event.order_id),
    [first.id, second.id, (await third.worked).id],
  );
});

test('events of one order are listed in order, even one from a transaction that began long before', async () => {
  const { pspId, client } = await newPsp('Order');
  const { id } = await transaction(here.sql, (tx) => open(tx, pspId));
  const early = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const late = transaction(here.sql, async (tx) => {
    await staysOpen(tx);
    // Takes a transaction id below those of all later transactions.
    await tx`select pg_current_xact_id()`;
    begun.resolve();
    await early.promise;
    await changeOrderStatus(tx, here.platform, { orderId: id, to: 'REVERSED' });
  });
  await begun.promise;
  await transaction(here.sql, (tx) => changeOrderStatus(tx, here.platform, { orderId: id, to: 'COMPLETED' }));
  early.resolve();
  await late;
  const reader = follow(client, 1);
  await reader.catchUp(3);
  assert.deepEqual(
    reader.seen.map((event) => [event.event_type, event.event_sequence]),
    [
      ['order.processing', 1],
      ['order.completed', 2],
      ['order.reversed', 3],
    ],
  );
});

test('readers of any pace see every event once and in order, with commits in any order', async () => {
  const { pspId, client } = await newPsp('Any order');
  const readers = [1, 2, 7].map((limit) => follow(client, limit));
  const orders: string[] = [];
  let seed = 20_270_301;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const held: ReturnType<typeof hold>[] = [];
  const commitOne = async (): Promise<void> => held.splice(random(held.length), 1)[0]?.commit();
  for (let round = 0; round < 60; round++) {
    const work = hold(async (tx) => {
      const order = await open(tx, pspId, 'PROCESSING');
      if (random(2)) await changeOrderStatus(tx, here.platform, { orderId: order.id, to: 'FAILED' });
      orders.push(order.id);
    });
    await work.worked;
    held.push(work);
    while (held.length > random(8)) await commitOne();
    await readers[random(3)]?.ask();
  }
  while (held.length > 0) {
    await commitOne();
    await readers[random(3)]?.ask();
  }
  const [row] = await here.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.events where psp_id = ${pspId}`;
  for (const reader of readers) {
    await reader.catchUp(row?.count ?? 0);
    assert.equal(reader.seen.length, row?.count);
    const keys = reader.seen.map((event) => `${event.order_id} ${event.event_sequence}`);
    assert.equal(new Set(keys).size, keys.length, 'twice');
    for (const id of orders) {
      const sequences = reader.seen
        .filter((event) => event.order_id === id)
        .map((event) => event.event_sequence);
      assert.deepEqual(
        sequences,
        sequences.toSorted((a, b) => a - b),
        'in the order of each order',
      );
    }
  }
  assert.deepEqual(readers[0]?.seen, readers[1]?.seen);
  assert.deepEqual(readers[1]?.seen, readers[2]?.seen);
});

test('a PSP without an endpoint has its events, with the same content as webhooks', async () => {
  const receiver = await openWebhookReceiver();
  try {
    const { pspId, client } = await newPsp('Both');
    const reader = follow(client);
    await transaction(here.sql, (tx) => open(tx, pspId));
    await reader.catchUp(1);
    const [alone] = reader.seen;
    assert.equal((await client.post('/webhooks', { url: receiver.url })).statusCode, 200);
    await transaction(here.sql, (tx) => open(tx, pspId));
    await reader.catchUp(2);
    const [delivery] = await here.sql<{ event: object }[]>`
      select event from merchant.webhook_deliveries where psp_id = ${pspId}`;
    const [, event] = reader.seen;
    assert.ok(alone && event && delivery);
    assert.deepEqual(Object.keys(alone), Object.keys(event));
    const { event_type: type, event_sequence: sequence, occurred_at: at, ...fields } = event;
    assert.deepEqual(fields, delivery.event);
    assert.deepEqual(Object.keys(fields), Object.keys(delivery.event));
    assert.deepEqual([type, sequence, typeof at], ['order.processing', 1, 'string']);
  } finally {
    await receiver.close();
  }
});

test('the cancellation of a payment without coins is in both interfaces, without an order', async () => {
  const { pspId, client } = await newPsp('Payments');
  const receiver = await openWebhookReceiver();
  try {
    await client.post('/webhooks', { url: receiver.url });
    const { payment_reference_id: id } = (await client.post('/payments', paymentBody)).json();
    await client.post(`/payments/${id}/cancel`);
    const reader = follow(client);
    await reader.catchUp(1);
    const [event] = reader.seen;
    assert.deepEqual(
      { ...event, occurred_at: null },
      {
        order_id: null,
        order_status: null,
        order_transaction_type: null,
        currency_pair: null,
        cryptocurrency_amount: null,
        order_total: null,
        customer_details: customer,
        payment_address: null,
        blockchain_transaction_id: null,
        payment_reference_id: id,
        payment_status: 'EXPIRED',
        network_fee: null,
        event_type: 'payment.cancelled',
        event_sequence: 1,
        occurred_at: null,
      },
    );
    const deliveries = (await client.get('/webhooks/deliveries')).json();
    assert.deepEqual(
      deliveries.map((row: Event) => [row.event_type, row.order_id]),
      [['payment.cancelled', null]],
    );
    assert.equal(await countOf(pspId), 1);
  } finally {
    await receiver.close();
  }
});

const countOf = async (pspId: number): Promise<number> =>
  (
    await here.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.events where psp_id = ${pspId}`
  )[0]?.count ?? 0;

test('after a restore into another server, readers continue from their position', async () => {
  const { pspId, client } = await newPsp('Restored');
  const reader = follow(client);
  const first = await transaction(here.sql, (tx) => open(tx, pspId));
  // As numbered by the other server, far ahead of this one.
  await here.sql`update merchant.events set position = '900000000' where psp_id = ${pspId}`;
  await prepareEvents(here.platform);
  await reader.catchUp(1);
  const second = await transaction(here.sql, (tx) => open(tx, pspId));
  await prepareEvents(here.platform);
  await reader.catchUp(2);
  assert.deepEqual(
    reader.seen.map((event) => event.order_id),
    [first.id, second.id],
  );
  const [row] = await here.sql<{ era: number }[]>`select era from merchant.event_era`;
  assert.equal(row?.era, 2, 'once');
});

test('events are deleted after ninety days', async () => {
  const { pspId, client } = await newPsp('Swept');
  await transaction(here.sql, (tx) => open(tx, pspId));
  here.clock.offsetMs += 2 * 86_400_000;
  const old = await transaction(here.sql, (tx) => open(tx, pspId));
  here.clock.offsetMs += 89 * 86_400_000;
  const kept = await transaction(here.sql, (tx) => open(tx, pspId));
  await sweepWebhooks(here.platform);
  here.clock.offsetMs -= 91 * 86_400_000;
  const reader = follow(client);
  await reader.catchUp(2);
  assert.deepEqual(
    reader.seen.map((event) => event.order_id),
    [old.id, kept.id],
  );
});

test('events are available as CSV, and a PSP cannot see another’s', async () => {
  const { pspId, client } = await newPsp('CSV');
  await transaction(here.sql, (tx) => open(tx, pspId));
  await follow(client).catchUp(1);
  const lines = (await client.get('/events', { accept: 'text/csv' })).body.split('\r\n');
  assert.match(lines[0] ?? '', /^\uFEFFoccurred_at,event_type,/);
  assert.match(lines[1] ?? '', /,order\.processing,1,.*,customer-42,Ana,Sousa,/);
  const { client: other } = await newPsp('Other');
  assert.deepEqual((await other.get('/events')).json(), []);
  for (const query of ['since=x', 'since=1-2']) {
    const answer = await client.get(`/events?${query}`);
    assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [400, 'since'], query);
  }
});
