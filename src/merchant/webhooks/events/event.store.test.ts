import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createTestDatabase, openTestPool, useTestSql } from '../../../../test/support/database.ts';
import { insertOrder, insertOrderEvent, insertPsps } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { firstPlace, type EventPlace } from './event.rules.ts';
import { beginEraAfterRestore, deleteOldEvents, listEventOwners, listEvents } from './event.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
/** Above all transaction ids of the server. */
const ahead = '1000000000000';

beforeEach(async () => {
  for (const table of ['events', 'orders', 'payments', 'psps'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  await sql`update merchant.event_era set era = 1`;
});

const add = (name: string, era: number, position: number | string, fields: object = {}) =>
  insertOrderEvent(sql, { era, position: String(position) }, now, { event_type: name, ...fields });
const list = async (tag: Tag = sql, pspId = 1, after: EventPlace = firstPlace, limit = 9) =>
  (await listEvents(tag, pspId, after, limit)).map((row) => row.event_type);
const left = async () =>
  (await readRows(sql, 'merchant', 'events')).map((row) => String(row['event_type'])).toSorted();
const currentEra = async () => (await readRows(sql, 'merchant', 'event_era'))[0]?.['era'];

/** Runs `work` in one snapshot, so that transaction ids do not change in the meantime. */
async function atOneMoment<T>(
  work: (tx: Tx, moment: { xmin: string; xmax: string }) => Promise<T>,
): Promise<T> {
  return sql.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read`;
    const [moment] = await tx<{ xmin: string; xmax: string }[]>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax`;
    assert(moment);
    return work(tx, moment);
  });
}
const addWithin = (tx: Tx, name: string, position: string) => tx`
  insert into merchant.events (psp_id, era, position, event_type, event_sequence, occurred_at, event)
  values (1, 1, ${position}::xid8, ${name}, 1, ${now}, '{}')`;

test('lists events of a PSP in order, after the given position', async () => {
  await sql`update merchant.event_era set era = 2`;
  await add('d', 2, 2);
  await add('b', 1, 5);
  await add('e', 2, 2);
  await add('foreign', 1, 1, { psp_id: 2 });
  await add('a', 1, 3);
  await add('c', 2, 1);
  assert.deepEqual(await list(), ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual(await list(sql, 1, firstPlace, 2), ['a', 'b']);
  assert.deepEqual(await list(sql, 2), ['foreign']);
  const rows = await listEvents(sql, 1, firstPlace, 9);
  for (const [index, row] of rows.entries())
    assert.deepEqual(await list(sql, 1, row), ['a', 'b', 'c', 'd', 'e'].slice(index + 1));
});

test('an event is returned as stored, with its position', async () => {
  await add('order.created', 1, 7, { event_sequence: 4n, occurred_at: at(5), event: { order_id: 'o' } });
  const [row] = await listEvents(sql, 1, firstPlace, 1);
  assert.equal(typeof row?.id, 'bigint');
  assert.deepEqual(
    { ...row, id: null },
    {
      era: 1,
      position: '7',
      id: null,
      event: { order_id: 'o' },
      event_type: 'order.created',
      event_sequence: 4n,
      occurred_at: at(5),
      customer_reference_id: null,
      customer_first_name: null,
      customer_last_name: null,
      customer_email_address: null,
      customer_ip_address: null,
    },
  );
});

test('an event has the customer of its order, or of its payment if it has no order', async () => {
  const customer = (name: string) => ({
    customer_reference_id: `${name} reference`,
    customer_first_name: `${name} first`,
    customer_last_name: `${name} last`,
    customer_email_address: `${name} email`,
    customer_ip_address: `${name} ip`,
  });
  const nobody = Object.fromEntries(Object.keys(customer('')).map((key) => [key, null]));
  await insertOrder(sql, idOf(1), now, customer('order'));
  await insertOrder(sql, idOf(2), now, nobody);
  await insertPayment(sql, idOf(3), now, customer('payment'));
  await insertPayment(sql, idOf(4), now, customer('other'));
  await add('of an order', 1, 1, { order_id: idOf(1), payment_id: idOf(3) });
  await add('of an order that says nothing', 1, 2, { order_id: idOf(2), payment_id: idOf(3) });
  await add('of a payment', 1, 3, { payment_id: idOf(3) });
  await add('of an order that is gone', 1, 4, { order_id: idOf(5), payment_id: idOf(3) });
  await add('of neither', 1, 5);
  const shown = (await listEvents(sql, 1, firstPlace, 9)).map((row) => [
    row.event_type,
    Object.fromEntries(Object.entries(row).filter(([key]) => key.startsWith('customer_'))),
  ]);
  assert.deepEqual(shown, [
    ['of an order', customer('order')],
    ['of an order that says nothing', nobody],
    ['of a payment', customer('payment')],
    ['of an order that is gone', nobody],
    ['of neither', nobody],
  ]);
});

test('an open transaction holds back later events, unless it is in another database of the server', async (context) => {
  const other = await createTestDatabase({ migrated: false });
  const elsewhere = openTestPool(other.connection, 2);
  context.after(async () => {
    await elsewhere.end();
    await other.drop();
  });
  for (const [writer, shown] of [
    [sql, []],
    [elsewhere, ['behind it']],
  ] as const) {
    await sql`delete from merchant.events`;
    await writer.begin(async (tx) => {
      const [held] = await tx<{ xid: string }[]>`select pg_current_xact_id()::text as xid`;
      assert.ok(held);
      await add('behind it', 1, held.xid);
      // So that another transaction has the newest id.
      await sql.begin((used) => used`select pg_current_xact_id()`);
      assert.deepEqual(await list(), shown);
    });
    assert.deepEqual(await list(), ['behind it']);
  }
});

test('an event is held back while an earlier one may still be committed, unless its era is over', async () => {
  await atOneMoment(async (tx, { xmin, xmax }) => {
    await addWithin(tx, 'past', String(BigInt(xmin) - 1n));
    await addWithin(tx, 'to come', xmax);
    assert.deepEqual(await list(tx), ['past']);
  });
  await add('ahead', 1, ahead);
  assert.equal((await list()).includes('ahead'), false);
  await sql`update merchant.event_era set era = 2`;
  assert.equal((await list()).includes('ahead'), true);
});

test('an era ends if it has an event with an id that no transaction of this server had', async () => {
  await insertPsps(sql, [1], now);
  await add('old', 1, 1);
  assert.equal(await beginEraAfterRestore(sql), false);
  assert.equal(await currentEra(), 1);
  await add('restored', 1, ahead);
  await add('older', 1, 2);
  assert.equal(await beginEraAfterRestore(sql), true);
  assert.equal(await currentEra(), 2);
  assert.equal(await beginEraAfterRestore(sql), false, 'it is of the era before');
  await add('new', 2, 1);
  assert.equal(await beginEraAfterRestore(sql), false);
  await add('restored again', 2, ahead);
  assert.equal(await beginEraAfterRestore(sql), true);
  assert.equal(await currentEra(), 3);
});

test('one such event of any PSP ends the era for all', async () => {
  await insertPsps(sql, [1, 2, 3], now);
  await add('usual', 1, 1);
  await add('restored', 1, ahead, { psp_id: 2 });
  assert.equal(await beginEraAfterRestore(sql), true);
});

test('the id of the next transaction does not count as one of another server', async () => {
  await insertPsps(sql, [1], now);
  const isEnded = (beyond: bigint) =>
    atOneMoment(async (tx, { xmax }) => {
      await addWithin(tx, 'newest', String(BigInt(xmax) + beyond));
      return beginEraAfterRestore(tx as unknown as Sql);
    });
  assert.equal(await isEnded(0n), false);
  await sql`delete from merchant.events`;
  assert.equal(await isEnded(1n), true);
});

test('lists all PSPs by id', async () => {
  await insertPsps(sql, [3, 1, 2], now);
  assert.deepEqual(await listEventOwners(sql), [1, 2, 3]);
});

test('old events of a PSP are deleted in order of position', async () => {
  await add('c', 1, 2);
  await add('e', 2, 1, { occurred_at: at(-9) });
  await add('d', 1, 2, { occurred_at: at(-1) });
  await add('a', 1, 1, { occurred_at: at(-9) });
  await add('b', 1, 1, { occurred_at: at(-1) });
  await add('foreign', 1, 1, { occurred_at: at(-9), psp_id: 2 });
  assert.equal(await deleteOldEvents(sql, 1, now, 1), 1);
  assert.deepEqual(await left(), ['b', 'c', 'd', 'e', 'foreign']);
  assert.equal(await deleteOldEvents(sql, 1, now, 2), 1, 'exactly as old as that is not older');
  assert.deepEqual(await left(), ['c', 'd', 'e', 'foreign']);
  assert.equal(await deleteOldEvents(sql, 1, now, 2), 1);
  assert.deepEqual(await left(), ['c', 'e', 'foreign']);
  assert.equal(await deleteOldEvents(sql, 1, now, 9), 1);
  assert.deepEqual(await left(), ['c', 'foreign']);
});
