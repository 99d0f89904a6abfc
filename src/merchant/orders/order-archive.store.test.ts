import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertOrder } from '../../../test/support/merchant-rows.ts';
import { idOf, insertRow } from '../../../test/support/table-rows.ts';
import { countOpenOrders, isArchived } from './order-archive.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

test('the open orders of a partition are counted', async () => {
  const statuses = ['CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REVERSED', 'CREATED'];
  for (const [digit, status] of statuses.entries()) await insertOrder(sql, idOf(digit), now, { status });
  assert.equal(await countOpenOrders(sql, 'merchant.orders_before'), 3);
  assert.equal(await countOpenOrders(sql, 'merchant.orders_ahead'), 0);
});

test('an order counts as archived if its id is within a detached month, both ends included', async () => {
  const detach = (schema: string, table: string, from: string, to: string) =>
    insertRow(sql, 'platform', 'detached_partitions', {
      schema_name: schema,
      table_name: table,
      partition_name: table + from,
      from_at: from,
      to_at: to,
      detached_at: now,
    });
  await detach('merchant', 'orders', '2025-02-01T00:00:00Z', '2025-03-01T00:00:00Z');
  await detach('merchant', 'ledger_entries', '2025-05-01T00:00:00Z', '2025-06-01T00:00:00Z');
  await detach('other', 'orders', '2025-08-01T00:00:00Z', '2025-09-01T00:00:00Z');
  /** Returns the first id of a time, or the last one before it. */
  const idAt = (time: string, before = 0) => {
    const hex = (new Date(time).getTime() - before).toString(16).padStart(12, '0');
    const rest = before > 0 ? 'ffff-ffff-ffffffffffff' : '0000-0000-000000000000';
    return `${hex.slice(0, 8)}-${hex.slice(8)}-${rest}`;
  };
  const archived = (id: string) => sql.begin((tx) => isArchived(tx, id));
  assert.equal(await archived(idAt('2025-02-14T00:00:00Z')), true);
  assert.equal(await archived(idAt('2025-02-01T00:00:00Z', 1)), false);
  assert.equal(await archived(idAt('2025-02-01T00:00:00Z')), true);
  assert.equal(await archived(idAt('2025-03-01T00:00:00Z', 1)), true);
  assert.equal(await archived(idAt('2025-03-01T00:00:00Z')), false);
  assert.equal(await archived(idAt('2025-05-14T00:00:00Z')), false, 'another table');
  assert.equal(await archived(idAt('2025-08-14T00:00:00Z')), false, 'the table of another service');
});
