import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertOrder } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import { countWaiting, mostCounted } from './overview.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

const addPayment = (fields: object) => insertPayment(sql, newId(), now, fields);
const addOrder = (fields: object) => insertOrder(sql, newId(), now, fields);
const addDelivery = (fields: object) =>
  insertRow(sql, 'merchant', 'webhook_deliveries', {
    psp_id: 1,
    id: newId(),
    endpoint_id: newId(),
    event_type: 'order.completed',
    occurred_at: now,
    event: {},
    due_at: now,
    ...fields,
  });

before(async () => {
  await addPayment({ status: 'UNRESOLVED' });
  for (const status of ['PAID', 'EXPIRED']) await addPayment({ status });
  for (const status of ['FAILED', 'FAILED']) await addDelivery({ status });
  for (const status of ['DELIVERED', 'PENDING', 'PENDING', 'CANCELLED']) await addDelivery({ status });
  for (const hold of ['approval', 'screening', 'approval']) await addOrder({ status: 'CREATED', hold });
  for (const status of ['PROCESSING', 'FAILED', 'COMPLETED']) await addOrder({ status, hold: 'approval' });
  for (let count = 0; count < 5; count++) await addOrder({ status: 'CREATED' });
  for (let count = 0; count < 7; count++) {
    await addPayment({ status: 'UNRESOLVED', psp_id: 2 });
    await addDelivery({ status: 'FAILED', psp_id: 2 });
    await addOrder({ status: 'CREATED', hold: 'approval', psp_id: 2 });
  }
});

test('counts unresolved payments, failed deliveries and held orders per PSP', async () => {
  assert.deepEqual({ ...(await countWaiting(sql, 1)) }, { unresolved: 1, failing: 2, held: 3 });
  assert.deepEqual({ ...(await countWaiting(sql, 2)) }, { unresolved: 7, failing: 7, held: 7 });
  assert.deepEqual({ ...(await countWaiting(sql, 3)) }, { unresolved: 0, failing: 0, held: 0 });
});

test('counts stop one above the shown limit', async () => {
  const more = mostCounted + 2;
  await sql`
    insert into merchant.payments (
      id, psp_id, status, payment_reference, euro_amount, merchant_name, description, customer_reference_id, created_at,
      updated_at, expires_at)
    select gen_random_uuid(), 4, 'UNRESOLVED', '', 1, '', '', '', ${now}, ${now}, ${now}
    from generate_series(1, ${more}::int)`;
  await sql`
    insert into merchant.webhook_deliveries (psp_id, id, endpoint_id, event_type, occurred_at, event, status, due_at)
    select 4, gen_random_uuid(), gen_random_uuid(), '', ${now}, '{}', 'FAILED', ${now}
    from generate_series(1, ${more}::int)`;
  await sql`
    insert into merchant.orders (
      id, psp_id, kind, order_type, status, currency_pair, hold, created_at, updated_at)
    select gen_random_uuid(), 4, 'trade', 'DEPOSIT', 'CREATED', 'BTCEUR', 'approval', ${now}, ${now}
    from generate_series(1, ${more}::int)`;
  const most = mostCounted + 1;
  assert.deepEqual({ ...(await countWaiting(sql, 4)) }, { unresolved: most, failing: most, held: most });
});
