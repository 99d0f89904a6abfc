import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { countDeliveriesByDay, findDelivery } from './delivery.store.ts';
import { updateEndpoint } from './endpoint.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const idAt = (time: string) => firstIdAt(Date.parse(`2026-${time}Z`));

beforeEach(async () => {
  for (const table of ['webhook_deliveries', 'webhook_endpoints', 'psps'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  for (const id of [1, 2])
    await insertRow(sql, 'merchant', 'psps', { id, name: String(id), created_at: now });
  for (const [digit, pspId, url] of [
    [1, 1, 'one'],
    [2, 1, 'two'],
    [3, 2, 'foreign'],
  ] as const)
    await insertRow(sql, 'merchant', 'webhook_endpoints', {
      id: idOf(digit),
      psp_id: pspId,
      url,
      sealed_secret: '',
      created_at: now,
    });
});

const queue = (id: string, fields: object = {}) =>
  insertRow(sql, 'merchant', 'webhook_deliveries', {
    psp_id: 1,
    id,
    endpoint_id: idOf(1),
    event_type: 'order.completed',
    occurred_at: now,
    event: {},
    status: 'DELIVERED',
    due_at: now,
    ...fields,
  });

test('finds a delivery by its PSP, with endpoint and body', async () => {
  await queue(idOf(5), { event: { order_id: 'a' } });
  await queue(idOf(6), { endpoint_id: idOf(2), event: { order_id: 'b' }, attempts: [{ status: 200 }] });
  await queue(idOf(6), { psp_id: 2, endpoint_id: idOf(3), event: { order_id: 'c' } });
  const found = async (pspId: number, digit: number) => {
    const delivery = await findDelivery(sql, pspId, idOf(digit));
    return delivery && [delivery.url, delivery.event, delivery.attempts];
  };
  assert.deepEqual(await found(1, 5), ['one', { order_id: 'a' }, []]);
  assert.deepEqual(await found(1, 6), ['two', { order_id: 'b' }, [{ status: 200 }]]);
  assert.deepEqual(await found(2, 6), ['foreign', { order_id: 'c' }, []]);
  assert.deepEqual([await found(2, 5), await found(1, 7)], [undefined, undefined]);
});

test('counts the deliveries of a PSP by day and status from an id on', async () => {
  const least = idAt('02-28T12:00:00');
  const add = (time: string, status: string, pspId = 1) => queue(idAt(time), { status, psp_id: pspId });
  await add('03-02T00:00:00', 'DELIVERED');
  await add('03-03T01:00:00', 'FAILED');
  await add('03-01T00:00:00', 'CANCELLED');
  await add('03-01T01:00:00', 'DELIVERED');
  await add('03-01T23:59:59.999', 'CANCELLED');
  await add('02-28T11:59:59.999', 'FAILED');
  await add('02-28T12:00:00', 'PENDING');
  await add('02-28T13:00:00', 'DELIVERED');
  await add('02-28T14:00:00', 'DELIVERED');
  await add('02-28T23:59:59.999', 'FAILED');
  await add('03-01T02:00:00', 'FAILED', 2);
  const counted = async (pspId: number) =>
    (await countDeliveriesByDay(sql, pspId, least)).map(
      ({ day, status, count }) => `${day} ${status} ${count}`,
    );
  assert.deepEqual(await counted(1), [
    '2026-02-28 DELIVERED 2',
    '2026-02-28 FAILED 1',
    '2026-02-28 PENDING 1',
    '2026-03-01 CANCELLED 2',
    '2026-03-01 DELIVERED 1',
    '2026-03-02 DELIVERED 1',
    '2026-03-03 DELIVERED 0',
    '2026-03-03 FAILED 1',
  ]);
  assert.deepEqual(await counted(2), ['2026-03-01 DELIVERED 0', '2026-03-01 FAILED 1']);
  assert.deepEqual(await counted(3), []);
});

test('changes, disables and enables one endpoint', async () => {
  const update = (url: string, disabledAt: Date | null) =>
    sql.begin((tx) => updateEndpoint(tx, idOf(2), url, disabledAt));
  const endpoints = async () =>
    new Map((await readRows(sql, 'merchant', 'webhook_endpoints')).map((row) => [row['id'], row]));
  const were = await endpoints();
  const moved = { ...were.get(idOf(2)), url: 'elsewhere' };
  await update('elsewhere', now);
  assert.deepEqual(
    await endpoints(),
    new Map(were).set(idOf(2), { ...moved, failures: 0, revision: 1, disabled_at: now.toISOString() }),
  );
  await update('elsewhere', null);
  assert.deepEqual(await endpoints(), new Map(were).set(idOf(2), { ...moved, failures: 0, revision: 2 }));
});
