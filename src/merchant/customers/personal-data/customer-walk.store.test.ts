import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { insertDepositAddress } from '../../../../test/support/treasury-rows.ts';
import { newId } from '../../../platform/ids.ts';
import { findCustomer, listCustomers } from './customer-data.store.ts';
import { eraseDeliveries } from './erasure.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const tables = ['payments', 'orders', 'deposit_addresses'] as const;

before(async () => {
  for (const id of [1, 2])
    await insertRow(sql, 'merchant', 'psps', { id, name: String(id), created_at: now });
  // Triggers forbid deleting bookings. They are disabled here, so that each test starts with empty tables.
  for (const table of tables) await sql`alter table merchant.${sql.identifier(table)} disable trigger user`;
});
beforeEach(async () => {
  for (const table of [...tables, 'webhook_deliveries'])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

/** Inserts a row of a table that names a customer of one PSP. */
function name(table: (typeof tables)[number], reference: string, pspId = 1, digit?: number): Promise<void> {
  const id = digit === undefined ? newId() : idOf(digit);
  const createdAt = at(digit ?? 0);
  const fields = { psp_id: pspId, customer_reference_id: reference };
  if (table === 'payments') return insertPayment(sql, id, createdAt, fields);
  // A customer has one address per coin, so a second address needs another coin.
  const coin = digit === 4 ? 'LTC' : 'BTC';
  if (table === 'deposit_addresses') return insertDepositAddress(sql, id, createdAt, { ...fields, coin });
  return insertRow(sql, 'merchant', 'orders', {
    id,
    kind: 'withdrawal',
    order_type: 'WITHDRAW',
    status: 'COMPLETED',
    currency_pair: 'BTCEUR',
    created_at: createdAt,
    updated_at: createdAt,
    ...fields,
  });
}

const list = async (after: string, limit: number) =>
  (await listCustomers(sql, 1, after, limit)).map((row) => row.customer_reference_id).join(' ');

for (const table of tables)
  test(`customers that occur only in ${table} are listed, and those of another PSP are not`, async () => {
    for (const reference of ['c', 'a', 'b']) await name(table, reference);
    for (const reference of ['aa', 'ab']) await name(table, reference, 2);
    assert.deepEqual([await list('', 9), await list('', 2), await list('a', 1)], ['a b c', 'a b', 'b']);
  });

for (const table of tables)
  test(`details in ${table} of another PSP’s customer with the same reference are not shown`, async () => {
    await name(table, 'a', 2, 1);
    await name('payments', 'a', 1, 2);
    await name('orders', 'a', 1, 3);
    await name(table, 'a', 2, 4);
    const found = await findCustomer(sql, 1, 'a');
    assert.deepEqual([found?.first_seen_at, found?.last_seen_at], [at(2), at(3)]);
    const foreign = await findCustomer(sql, 2, 'a');
    assert.deepEqual([foreign?.first_seen_at, foreign?.last_seen_at], [at(1), at(4)]);
  });

test('a waiting delivery of an order has its own customer’s details, with the fields in order', async () => {
  await name('payments', 'a', 1, 1);
  await name('orders', 'a', 1, 2);
  await name('orders', 'b', 1, 3);
  const fields = '{"last": 1, "customer_details": {"customer_reference_id": "x"}, "first": 2}';
  for (const [digit, orderId, paymentId] of [
    [5, idOf(2), null],
    [6, null, idOf(1)],
    [7, idOf(3), idOf(1)],
  ] as const)
    await sql`
      insert into merchant.webhook_deliveries
        (psp_id, id, endpoint_id, order_id, payment_id, event_type, occurred_at, event, status, due_at)
      values (1, ${idOf(digit)}, ${idOf(1)}, ${orderId}, ${paymentId}, '', ${now}, ${fields}::json, 'PENDING', ${now})`;
  await sql.begin((tx) => eraseDeliveries(tx, { pspId: 1, reference: 'a' }));
  const rows = await sql<{ id: string; event: string; erased: boolean }[]>`
    select id, event::text as event, erased from merchant.webhook_deliveries order by id`;
  const seen = rows.map((row) => {
    const event = JSON.parse(row.event) as Record<string, Record<string, unknown>>;
    return [
      row.id.slice(-1),
      row.erased,
      event['customer_details']?.['customer_reference_id'],
      ...Object.keys(event),
    ].join(' ');
  });
  assert.deepEqual(seen, [
    '5 true a last customer_details first',
    '6 true a last customer_details first',
    '7 false x last customer_details first',
  ]);
});
