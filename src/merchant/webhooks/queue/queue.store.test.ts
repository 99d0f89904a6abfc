import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import { firstIdAt, newId } from '../../../platform/ids.ts';
import {
  cancelDeliveries,
  cancelStrays,
  countFailedDeliveries,
  deleteOldDeliveries,
  deleteOldSequences,
  insertEvent,
  insertTestDelivery,
  listDeliveries,
  lockDelivery,
  lockFailedDeliveries,
  measureQueue,
  requeueDeliveries,
} from './delivery.store.ts';
import {
  deleteForgottenEndpoints,
  listEndpoints,
  lockEndpoint,
  lockEndpointsOf,
  markDeleted,
  markDisabled,
  replaceSecret,
} from './endpoint.store.ts';
import type { EventFields } from './webhook.rules.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const earlier = new Date(now.getTime() - 1);
const later = new Date(now.getTime() + 1);
const [one, two, deleted, disabled, foreign] = ['1', '2', '3', '4', '5'].map(
  (digit) => `00000000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string, string, string];

before(async () => {
  await sql`insert into merchant.psps (id, name, created_at) values (1, 'one', now()), (2, 'two', now())`;
});
beforeEach(async () => {
  for (const table of ['webhook_endpoints', 'webhook_deliveries', 'webhook_order_sequences', 'events'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  await sql`
    insert into merchant.webhook_endpoints (id, psp_id, url, sealed_secret, created_at, deleted_at, disabled_at)
    values (${two}, 1, 'two', 'two', ${now}, null, null), (${one}, 1, 'one', 'one', ${now}, null, null),
      (${deleted}, 1, 'deleted', '', ${now}, ${now}, null), (${disabled}, 1, 'disabled', 'd', ${now}, null, ${now}),
      (${foreign}, 2, 'foreign', 'f', ${now}, null, null)`;
});

const orderId = newId();
const event = { customer_details: { name: 'somebody' }, order_id: 'shown' } as unknown as EventFields;
const emptied = { ...event, customer_details: null };
const base = {
  pspId: 1,
  orderId,
  paymentId: null,
  eventType: 'order.completed',
  event,
  occurredAt: now,
  traceparent: null,
};

async function insert(fields: Partial<Parameters<typeof insertEvent>[1]> = {}): Promise<void> {
  const ids = Array.from({ length: 5 }, () => newId());
  await sql.begin(async (tx) => insertEvent(tx, { ...base, ids, ...fields }));
}

/** Returns endpoint and status of all deliveries, by their names in the test. */
async function statuses(): Promise<Record<string, unknown>> {
  const rows = await readRows(sql, 'merchant', 'webhook_deliveries');
  return Object.fromEntries(rows.map((row) => [row['event_type'], row['status']]));
}

interface Delivery {
  name: string;
  pspId?: number;
  id?: string;
  endpointId?: string;
  order?: string | null;
  status?: string;
  dueAt?: Date;
  failedAttempts?: number;
}

async function queue(...deliveries: Delivery[]): Promise<void> {
  for (const given of deliveries) {
    await sql`
      insert into merchant.webhook_deliveries
        (psp_id, id, endpoint_id, order_id, event_type, event_sequence, occurred_at, event, status, due_at, failed_attempts)
      values (${given.pspId ?? 1}, ${given.id ?? newId()}, ${given.endpointId ?? one}, ${given.order ?? null}, ${given.name},
        1, ${now}, '{}', ${given.status ?? 'PENDING'}, ${given.dueAt ?? now}, ${given.failedAttempts ?? 0})`;
  }
}

test('an event is stored without the customer and queued for each endpoint of its PSP that is neither deleted nor disabled', async () => {
  await insert();
  const events = await readRows(sql, 'merchant', 'events');
  assert.deepEqual(
    events.map((row) => [row['psp_id'], row['event_sequence'], row['event']]),
    [[1, 1, emptied]],
  );
  const deliveries = await readRows(sql, 'merchant', 'webhook_deliveries');
  assert.deepEqual(new Set(deliveries.map((row) => row['endpoint_id'])), new Set([one, two]));
  for (const row of deliveries) {
    assert.deepEqual(
      [row['psp_id'], row['order_id'], row['event'], row['status'], row['due_at']],
      [1, orderId, event, 'PENDING', now.toISOString()],
    );
  }
});

test('events are counted for each order, and an event without an order has number 1', async () => {
  await insert();
  await insert({ occurredAt: later });
  await insert({ orderId: newId() });
  await insert({ orderId: null, paymentId: newId(), pspId: 2 });
  const events = await readRows(sql, 'merchant', 'events');
  const sequences = (own: string) =>
    events.filter((row) => row['order_id'] === own).map((row) => row['event_sequence']);
  assert.deepEqual(new Set(sequences(orderId)), new Set([1, 2]));
  assert.deepEqual(
    events.filter((row) => row['order_id'] !== orderId).map((row) => row['event_sequence']),
    [1, 1],
  );
  const counted = await readRows(sql, 'merchant', 'webhook_order_sequences');
  assert.deepEqual(
    counted.find((row) => row['order_id'] === orderId),
    { order_id: orderId, last_sequence: 2, updated_at: later.toISOString() },
  );
  assert.equal(counted.length, 2);
});

test("an event recorded after another's commit is listed after it, even if its own transaction began first", async () => {
  await sql.begin(async (tx) => {
    await tx`select pg_current_xact_id()`;
    await insert({ orderId: newId(), eventType: 'committed' });
    insertEvent(tx, {
      ...base,
      eventType: 'recorded after it',
      ids: Array.from({ length: 5 }, () => newId()),
    });
  });
  const [found] = await sql<{ stands_behind: boolean }[]>`
    select after.position > before.position as stands_behind from merchant.events before, merchant.events after
    where before.event_type = 'committed' and after.event_type = 'recorded after it'`;
  assert.equal(found?.stands_behind, true);
});

test('a test event is queued for its endpoint only', async () => {
  const id = newId();
  await sql.begin((tx) =>
    insertTestDelivery(tx, {
      pspId: 1,
      id,
      endpointId: two,
      eventType: 'webhook.test',
      event,
      occurredAt: now,
    }),
  );
  const [row, ...others] = await readRows(sql, 'merchant', 'webhook_deliveries');
  assert.deepEqual([row?.['id'], row?.['endpoint_id'], others.length], [id, two, 0]);
});

test('lists the deliveries of a PSP, newest first, by order, status and page, with the end of their endpoint', async () => {
  const ids = Array.from({ length: 6 }, () => newId()).toSorted((a, b) => (a < b ? -1 : 1));
  await queue(
    { name: 'a', id: ids[2] as string, order: orderId },
    { name: 'b', id: ids[0] as string, status: 'DELIVERED' },
    { name: 'c', id: ids[1] as string, status: 'FAILED', endpointId: deleted },
    { name: 'd', id: ids[4] as string, status: 'CANCELLED', endpointId: disabled, order: newId() },
    { name: 'e', id: ids[3] as string, order: orderId, status: 'DELIVERED' },
    { name: 'f', id: ids[5] as string, pspId: 2, endpointId: foreign, order: orderId },
  );
  const list = async (filter: Partial<Parameters<typeof listDeliveries>[1]>) => {
    const whole = { pspId: 1, orderId: undefined, status: undefined, before: undefined, limit: 9 };
    return (await listDeliveries(sql, { ...whole, ...filter }))
      .map((row) => row.event_type + (row.endpoint_ended ? '!' : ''))
      .join(' ');
  };
  assert.equal(await list({}), 'd! e a c! b');
  assert.equal(await list({ limit: 2 }), 'd! e');
  assert.equal(await list({ before: ids[3] }), 'a c! b');
  assert.equal(await list({ orderId }), 'e a');
  assert.equal(await list({ status: 'PENDING' }), 'a');
  assert.equal(await list({ status: 'DELIVERED' }), 'e b');
  assert.equal(await list({ status: 'FAILED' }), 'c!');
  assert.equal(await list({ status: 'CANCELLED' }), 'd!');
  assert.equal(await list({ pspId: 2 }), 'f');
});

test('locks a delivery by PSP and id, without its endpoint', async () => {
  const [id, other] = [newId(), newId()];
  await queue(
    { name: 'other', id: other },
    { name: 'own', id },
    { name: 'foreign', id, pspId: 2, endpointId: foreign },
  );
  const lock = (pspId: number, wanted: string) => sql.begin((tx) => lockDelivery(tx, pspId, wanted));
  assert.equal((await lock(1, id))?.event_type, 'own');
  assert.equal((await lock(2, id))?.url, 'foreign');
  assert.equal(await lock(2, other), undefined);
  const locked = (table: string) => countLocked(sql, 'merchant', table, (tx) => lockDelivery(tx, 1, id));
  assert.deepEqual([await locked('webhook_deliveries'), await locked('webhook_endpoints')], [1, 0]);
});

test('a redelivery is due now; an ended one restarts its schedule, and a pending one keeps it', async () => {
  const [id, other] = [newId(), newId()];
  for (const [status, kept] of [
    ['PENDING', 3],
    ['FAILED', 0],
    ['DELIVERED', 0],
  ] as const) {
    await sql`delete from merchant.webhook_deliveries`;
    const was = { status, failedAttempts: 3, dueAt: later };
    await queue(
      { name: 'own', id, ...was },
      { name: 'other', id: other, ...was },
      { name: 'foreign', id, pspId: 2, ...was },
    );
    await sql.begin((tx) => requeueDeliveries(tx, 1, [id], now));
    const rows = await readRows(sql, 'merchant', 'webhook_deliveries');
    const seen = rows.map((row) =>
      [row['event_type'], row['status'], row['failed_attempts'], row['due_at']].join(),
    );
    assert.deepEqual(
      new Set(seen),
      new Set([
        ['own', 'PENDING', kept, now.toISOString()].join(),
        ['other', status, 3, later.toISOString()].join(),
        ['foreign', status, 3, later.toISOString()].join(),
      ]),
    );
  }
});

test('locks and counts the oldest failed deliveries of a PSP whose endpoint is on, up to the limit', async () => {
  const ids = Array.from({ length: 7 }, () => newId()).toSorted((a, b) => (a < b ? -1 : 1));
  const failed = (index: number, more: Partial<Delivery> = {}) =>
    ({ name: String(index), id: ids[index] as string, status: 'FAILED', ...more }) satisfies Delivery;
  await queue(
    failed(3),
    failed(1),
    failed(2, { endpointId: two }),
    failed(0, { endpointId: disabled }),
    failed(4, { endpointId: deleted }),
    failed(5, { status: 'CANCELLED' }),
    failed(6, { pspId: 2, endpointId: foreign }),
  );
  const lock = (limit: number) => sql.begin((tx) => lockFailedDeliveries(tx, 1, limit));
  assert.deepEqual(await lock(9), [ids[1], ids[2], ids[3]]);
  assert.deepEqual(await lock(2), [ids[1], ids[2]]);
  const count = (limit: number) => countFailedDeliveries(sql, 1, limit);
  assert.deepEqual([await count(9), await count(2)], [3, 2]);
  await sql.begin(async (tx) => {
    await lockFailedDeliveries(tx, 1, 2);
    assert.deepEqual(await lock(9), [ids[3]], 'another caller skips locked deliveries');
  });
  const locked = (table: string) =>
    countLocked(sql, 'merchant', table, (tx) => lockFailedDeliveries(tx, 1, 9));
  assert.deepEqual([await locked('webhook_deliveries'), await locked('webhook_endpoints')], [3, 0]);
});

test('pending deliveries are cancelled with their endpoint, and later strays by the sweep', async () => {
  await queue(
    { name: 'own' },
    { name: 'done', status: 'DELIVERED' },
    { name: 'of another', endpointId: two },
    { name: 'of the deleted', endpointId: deleted },
    { name: 'of the disabled', endpointId: disabled },
    { name: 'done by the deleted', endpointId: deleted, status: 'DELIVERED' },
  );
  await sql.begin((tx) => cancelDeliveries(tx, [one]));
  const cancelled = { own: 'CANCELLED', done: 'DELIVERED', 'of another': 'PENDING' };
  const waiting = { 'of the deleted': 'PENDING', 'of the disabled': 'PENDING' };
  const done = { 'done by the deleted': 'DELIVERED' };
  assert.deepEqual(await statuses(), { ...cancelled, ...waiting, ...done });
  await sql.begin((tx) => cancelStrays(tx));
  const strays = { 'of the deleted': 'CANCELLED', 'of the disabled': 'CANCELLED' };
  assert.deepEqual(await statuses(), { ...cancelled, ...strays, ...done });
});

test('deletes old deliveries of all PSPs by id, up to a limit', async () => {
  const idAt = (ms: number) => firstIdAt(now.getTime() + ms);
  await queue(
    { name: 'older', id: idAt(-2) },
    { name: 'old', id: idAt(-1) },
    { name: 'just kept', id: idAt(0) },
    { name: 'foreign old', id: idAt(-2), pspId: 2, endpointId: foreign },
    { name: 'foreign', id: idAt(1), pspId: 2, endpointId: foreign },
  );
  assert.equal(await deleteOldDeliveries(sql, idAt(0), 1), 1);
  assert.equal(await deleteOldDeliveries(sql, idAt(0), 2), 2);
  assert.deepEqual(
    Object.keys(await statuses()).toSorted((a, b) => (a < b ? -1 : 1)),
    ['foreign', 'just kept'],
  );
  assert.equal(await deleteOldDeliveries(sql, idAt(0), 9), 0);
});

test('deletes the oldest deliveries of a PSP first', async () => {
  const idAt = (ms: number) => firstIdAt(now.getTime() + ms);
  await sql`delete from merchant.webhook_endpoints where psp_id = 2`;
  await queue({ name: 'old', id: idAt(-1) }, { name: 'older', id: idAt(-2) });
  assert.equal(await deleteOldDeliveries(sql, idAt(0), 1), 1);
  assert.deepEqual(Object.keys(await statuses()), ['old']);
});

test('deletes sequences of old orders that had no event for as long', async () => {
  const idAt = (ms: number) => firstIdAt(now.getTime() + ms);
  const rows: [id: string, updatedAt: Date][] = [
    [idAt(-4), earlier],
    [idAt(-3), earlier],
    [idAt(-2), earlier],
    [idAt(-1), now],
    [idAt(0), earlier],
  ];
  for (const [id, updatedAt] of rows)
    await sql`insert into merchant.webhook_order_sequences values (${id}, 1, ${updatedAt})`;
  const left = async () =>
    (await readRows(sql, 'merchant', 'webhook_order_sequences')).map((row) => row['order_id']);
  // Locked rows are skipped.
  await sql.begin(async (tx) => {
    await tx`select from merchant.webhook_order_sequences where order_id = ${idAt(-4)} for update`;
    assert.equal(await deleteOldSequences(sql, now, 1), 1);
  });
  assert.deepEqual(await left(), [idAt(-4), idAt(-2), idAt(-1), idAt(0)]);
  assert.equal(await deleteOldSequences(sql, now, 9), 2);
  assert.deepEqual(await left(), [idAt(-1), idAt(0)]);
});

test('measures the due and later deliveries, and the age of the oldest due one', async () => {
  assert.deepEqual({ ...(await measureQueue(sql, now)) }, { due: 0, later: 0, oldest_due_at: null });
  await queue({ name: 'not yet', dueAt: later });
  assert.deepEqual({ ...(await measureQueue(sql, now)) }, { due: 0, later: 1, oldest_due_at: null });
  await queue({ name: 'just now', dueAt: now });
  assert.deepEqual({ ...(await measureQueue(sql, now)) }, { due: 1, later: 1, oldest_due_at: now });
  await sql`delete from merchant.webhook_deliveries`;
  await queue(
    { name: 'due', dueAt: now },
    { name: 'overdue', dueAt: earlier },
    { name: 'later', dueAt: later },
    { name: 'done', dueAt: new Date(0), status: 'DELIVERED' },
  );
  assert.deepEqual({ ...(await measureQueue(sql, now)) }, { due: 2, later: 1, oldest_due_at: earlier });
});

test('endpoints are counted, listed and locked by their PSP, without deleted ones', async () => {
  const names = async (pspId: number) => (await listEndpoints(sql, pspId)).map(({ url }) => url);
  assert.deepEqual([await names(1), await names(2)], [['one', 'two', 'disabled'], ['foreign']]);
  assert.equal(await sql.begin((tx) => lockEndpointsOf(tx, 1)), 3);
  const lock = async (pspId: number, id: string) =>
    (await sql.begin((tx) => lockEndpoint(tx, pspId, id)))?.url;
  assert.deepEqual(
    [await lock(1, one), await lock(1, two), await lock(2, one), await lock(1, deleted)],
    ['one', 'two', undefined, undefined],
  );
  const locked = await countLocked(sql, 'merchant', 'webhook_endpoints', (tx) => lockEndpoint(tx, 1, one));
  assert.equal(locked, 1);
});

test('replacing a secret, deleting or disabling affects one endpoint', async () => {
  const rows = async () => {
    const all = await readRows(sql, 'merchant', 'webhook_endpoints');
    return new Map(all.map((row) => [row['id'], row]));
  };
  const were = await rows();
  await sql.begin((tx) => replaceSecret(tx, one, Buffer.from('new'), later));
  const replaced = {
    ...were.get(one),
    sealed_secret: String.raw`\x6e6577`,
    sealed_previous_secret: String.raw`\x6f6e65`,
    previous_secret_expires_at: later.toISOString(),
  };
  assert.deepEqual(await rows(), new Map(were).set(one, replaced));
  const remove = (pspId: number, id: string) => sql.begin((tx) => markDeleted(tx, pspId, id, later));
  assert.equal(await remove(2, two), false);
  assert.equal(await remove(1, deleted), false);
  assert.equal(await remove(1, two), true);
  const removed = { ...were.get(two), deleted_at: later.toISOString(), sealed_secret: String.raw`\x` };
  assert.deepEqual(await rows(), new Map(were).set(one, replaced).set(two, removed));
  const attempted = (endpoint_id: string, revision: number) => ({ endpoint_id, revision });
  const ended = await sql.begin((tx) =>
    markDisabled(
      tx,
      [attempted(one, 0), attempted(one, 0), attempted(disabled, 0), attempted(foreign, 1)],
      later,
    ),
  );
  assert.deepEqual(new Set(ended), new Set([one, disabled]), 'not the one that was changed since');
  const after = await rows();
  assert.deepEqual(after.get(one), { ...replaced, disabled_at: later.toISOString() });
  assert.deepEqual(after.get(disabled), were.get(disabled), 'since it was first disabled');
  assert.deepEqual(after.get(foreign), were.get(foreign));
  await sql.begin((tx) => deleteForgottenEndpoints(tx, later));
  assert.deepEqual(new Set((await rows()).keys()), new Set([one, two, disabled, foreign]));
});
