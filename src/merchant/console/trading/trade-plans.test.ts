import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../../test/support/database.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { newId } from '../../../platform/ids.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { listEnded } from '../../payouts/payout.store.ts';
import { listRequests } from '../../access/recent-requests/request.store.ts';
import { findDelivery, listDeliveries } from '../../webhooks/queue/delivery.store.ts';
import { findOwner, findReferencesByEmail } from '../customers/customer-search.store.ts';
import {
  findArrival,
  findDepositor,
  findOrderDeposit,
  findOrderPayout,
  findOrdersByChain,
  listDecisions,
  listSigned,
} from './order-story.store.ts';

/** Enough rows that an index is cheaper than a scan, and a selective index cheaper than an unselective one. */
const rowCount = 3000;

let database: TestDatabase;
let sql: Sql;

/** Value for each column type. Constraints of a table that need another value are listed by column below. */
const values: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: `'t' || n`,
  ARRAY: `'{}'`,
  json: `'{}'`,
  jsonb: `'{}'`,
  bytea: `''`,
  boolean: 'n % 2 = 0',
  'timestamp with time zone': 'now()',
};
const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  orders: { kind: `'trade'`, order_type: `'DEPOSIT'`, status: `'COMPLETED'`, currency_pair: `'BTCEUR'` },
  payments: { status: `'PAID'` },
  payouts: {
    order_id: 'gen_random_uuid()',
    batch_id: 'gen_random_uuid()',
    transaction_id: `'t' || n`,
    fee: '1',
    coin: `(array['BTC', 'LTC', 'ETH'])[1 + n % 3]`,
    kind: `'withdrawal'`,
    status: `'COMPLETED'`,
  },
  payout_batches: { coin: `'BTC'` },
  payout_transactions: { coin: `'BTC'`, kind: `'payment'` },
  deposits: { coin: `'BTC'`, mode: `'sell'` },
  deposit_addresses: { coin: `'BTC'` },
  chain_addresses: { coin: `'BTC'`, purpose: `'deposit'` },
  chain_outputs: { coin: `'BTC'` },
  control_actions: {},
  recent_requests: { status: '200' },
  webhook_deliveries: { status: `'DELIVERED'` },
};

/** Inserts rows that differ in every column except the PSP and the coin. */
async function fillTable(tx: Tx, table: string): Promise<void> {
  const columns = await tx<{ name: string; type: string }[]>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'merchant' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'
      and (is_nullable = 'NO' and column_default is null or column_name = any(${Object.keys(tables[table] ?? {})}::text[]))`;
  const given = columns.map(({ name, type }) =>
    name === 'psp_id' ? '1' : (tables[table]?.[name] ?? values[type] ?? 'n'),
  );
  const names = columns.map(({ name }) => name).join(', ');
  await tx.script(`insert into merchant.${table} (${names})
    select ${given.join(', ')} from generate_series(1, ${rowCount}) n; analyze merchant.${table}`);
}

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection);
  await transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const table of Object.keys(tables)) await fillTable(tx, table);
  });
});
after(async () => {
  await sql.end();
  await database.drop();
});

const id = newId();
const ofPsp = { pspId: 1, clientId: null, onlyFailed: true, limit: 50 };
const page = { pspId: 1, orderId: undefined, before: id, limit: 50 };
const where = { transactionId: 'x', coins: ['BTC'] as const, destinations: ['y'] };

test('queries of the pages for orders, payouts, deposits, customers and requests use their indexes', async () => {
  const asked: readonly [indexes: readonly string[], Parameters<typeof explainGeneric>[1]][] = [
    [['payouts_order_id_key'], (tag) => findOrderPayout(tag, 1, id)],
    [['payout_transactions_batch_id_generation_key'], (tag) => listSigned(tag, id)],
    [['control_actions_subject'], (tag) => listDecisions(tag, id)],
    [['payouts_pkey'], (tag) => listEnded(tag, id, 50)],
    [['payouts_of_coin'], (tag) => listEnded(tag, id, 50, 'BTC')],
    [['deposits_pkey'], (tag) => findOrderDeposit(tag, 1, id)],
    [['chain_outputs_pkey'], (tag) => findArrival(tag, { coin: 'BTC', transactionId: 'x', outputIndex: 0 })],
    [
      ['payout_transactions_pkey', 'deposits_coin_transaction_id', 'payouts_destination', 'payouts_batch'],
      (tag) => findOrdersByChain(tag, 1, where, 50),
    ],
    [['chain_addresses_pkey'], (tag) => findDepositor(tag, 1, ['y'], ['BTC'])],
    [
      ['orders_ahead_psp_id_id_idx', 'payments_psp', 'chain_addresses_pkey'],
      (tag) => findOwner(tag, 1, { id, destinations: ['y'], coins: ['BTC'] }),
    ],
    [
      ['payments_email'],
      (tag) => findReferencesByEmail(tag, 1, 'x@example.com', { payments: 500, references: 50 }),
    ],
    [['recent_requests_pkey'], (tag) => listRequests(tag, ofPsp)],
    [['webhook_deliveries_pkey'], (tag) => listDeliveries(tag, { ...page, status: undefined })],
    [['webhook_deliveries_pkey'], (tag) => findDelivery(tag, 1, id)],
  ];
  for (const [indexes, ask] of asked) {
    const plan = await explainGeneric(sql, ask);
    for (const table of Object.keys(tables))
      assert.doesNotMatch(plan, new RegExp(`Seq Scan on ${table}(_ahead)?\\b`), plan);
    // Must not scan all rows of a PSP.
    assert.doesNotMatch(
      plan,
      /on (orders_ahead|payments|payouts)\b.*\n\s+Index Cond: \(psp_id = \$\d+\)$/m,
      plan,
    );
    for (const index of indexes) assert.ok(plan.includes(index), `${index} in ${plan}`);
  }
});
