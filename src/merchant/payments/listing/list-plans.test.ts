import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../../test/support/database.ts';
import { blocksOf, explainAnalyze, explainGeneric, type PlanNode } from '../../../../test/support/explain.ts';
import { idRange } from '../../../platform/postgres/paging.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { listCustomers } from '../../customers/personal-data/customer-data.store.ts';
import { digestOf } from '../../customers/metadata/read-metadata-filter.ts';
import { listOrders, type OrderFilter } from '../../orders/order.store.ts';
import { listRefundsOf } from '../refunds/listing/refund-list.store.ts';
import { sumDays } from '../../orders/reports/report.store.ts';
import { firstPlace } from '../../webhooks/events/event.rules.ts';
import { listEvents } from '../../webhooks/events/event.store.ts';
import { listPayments, type PaymentFilter } from './payment-list.store.ts';

/** Enough rows to get the plans of a large table. A million rows take a minute longer. */
const rows = Number(process.env['PLAN_ROWS'] ?? 40_000);
/** Spreads the rows over at least two days. */
const everySeconds = 5;
/** Interval between rare rows. */
const rare = rows / 50;
/** Each quiet PSP has a hundred payments. */
const quietPsps = Math.floor(rows / 300);
const startSeconds = 1_750_000_000;

/** The tables that have this many rows. The others are empty, so a full scan is cheapest for them. */
const filled = new Set<string>();

let database: TestDatabase;
let sql: Sql;

/** Generates rows, oldest first: two thirds of one busy PSP, the rest of quiet ones. */
const source = (tx: Tx) => tx`
  select n, (lpad(to_hex((${startSeconds}::bigint + n * ${everySeconds}::int) * 1000), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid as id,
    to_timestamp(${startSeconds}::bigint + n * ${everySeconds}::int) as at, case when n % 3 > 0 then 1 else 2 + n / 3 % ${quietPsps}::int end as psp
  from generate_series(1, ${rows}::int) n`;

/** Inserts rows without indexes and triggers and creates the indexes afterwards, which takes a quarter of the time. */
async function fillTable(table: string, insert: (tx: Tx) => PromiseLike<unknown>): Promise<void> {
  filled.add(table).add(`${table}_before`);
  await transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`set local maintenance_work_mem = '512MB'`;
    const indexes = await tx<{ name: string; definition: string }[]>`
      select c.relname as name, pg_get_indexdef(c.oid) as definition
      -- Not those of a table in partitions, which would come back without those of its partitions.
      from pg_index i join pg_class c on c.oid = i.indexrelid and c.relkind = 'i'
      where i.indrelid = ('merchant.' || ${table})::regclass and not i.indisprimary and not i.indisunique
      -- As they were created: of two plans that cost the same, PostgreSQL takes the older index.
      order by i.indexrelid`;
    for (const { name } of indexes) await tx`drop index merchant.${tx.identifier(name)}`;
    await insert(tx);
    for (const { definition } of indexes) await tx.script(definition);
    await tx`analyze merchant.${tx.identifier(table)}`;
  });
}

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 5);
  await Promise.all([
    fillTable(
      'payments',
      (tx) => tx`
        insert into merchant.payments (
          id, psp_id, status, exceptions, payment_reference, euro_amount, merchant_name, description,
          customer_reference_id, customer_email_address, coin, created_at, updated_at, expires_at)
        select id, psp, case when n % ${rare}::int = 1 then 'UNRESOLVED' when n < 1000 then 'EXPIRED'
            when n > ${rows / 2}::int and n % 3 = 2 then 'REFUNDED' else 'PAID' end,
          case when n % ${rare / 2}::int = 1 then array['LATE'] else '{}' end, 'reference ' || n, 2500 + n % ${2 * rare}::int, '', '',
          'customer ' || n % ${rows / 10}::int, 'Customer' || n % ${rows / 10}::int || '@example.com',
          case when n < 2000 then 'XRP' when n <= ${rows / 2}::int and n % 3 = 2 then 'LTC' else 'BTC' end, at, at, at
        from (${source(tx)}) made`,
    ),
    fillTable(
      'orders',
      (tx) => tx`
        insert into merchant.orders (
          id, psp_id, kind, order_type, status, currency_pair, coin_amount, euro_amount, customer_reference_id,
          created_at, updated_at)
        select id, psp, 'payment', 'DEPOSIT', case when n % ${rare / 2}::int = 1 then 'FAILED' else 'COMPLETED' end, 'BTCEUR', 1, 1,
          'customer ' || n % ${rows / 10}::int, at, at
        from (${source(tx)}) made`,
    ),
    fillTable(
      'refunds',
      (tx) => tx`
        insert into merchant.refunds (
          id, psp_id, payment_id, choice_id, order_id, payout_id, status, coin, address, reason, total_euro_amount,
          held_coin_amount, bought_coin_amount, euro_amount, fee_coin_amount, created_at, updated_at)
        select id, psp, id, id, id, id, case when n % ${rare / 2}::int = 1 then 'FAILED' else 'COMPLETED' end, 'BTC', '', '', 1, 0,
          1, 1, 0, at, at
        from (${source(tx)}) made`,
    ),
    fillTable(
      'events',
      (tx) => tx`
        insert into merchant.events (psp_id, era, position, order_id, event_type, event_sequence, occurred_at, event)
        select psp, 1, (1 + n / 100)::text::xid8, id, 'order.completed', 1, at, '{}' from (${source(tx)}) made`,
    ),
    fillTable(
      'metadata_entries',
      (tx) => tx`
        insert into merchant.metadata_entries (psp_id, subject, digest, subject_id)
        select psp, case when n % 2 = 0 then 'payment' else 'order' end, decode(digest, 'hex'), id
        from (
          select *, case when n < 20 then ${digestOf('rare', 'one').toString('hex')}
            else ${digestOf('common', 'one').toString('hex')} end as digest
          from (${source(tx)}) made
        ) digested`,
    ),
  ]);
  await sql`vacuum merchant.events, merchant.orders, merchant.refunds`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Blocks read by a page of 50 rows: some hundred, at any position and for any number of rows. */
const mostBlocks = 400;

async function assertServed(
  ask: (tag: Tag) => PromiseLike<unknown>,
  index: RegExp,
  least = 1,
  most = mostBlocks,
): Promise<void> {
  const { plan } = await explainAnalyze(sql, ask);
  const nodes = nodesOf(plan);
  assert.ok(plan['Actual Rows'] >= least, `${plan['Actual Rows']} rows`);
  const used = nodes.map((node) => node['Index Name'] ?? '').join(' ');
  assert.match(used, index);
  assert.ok(blocksOf(plan) < most, `${blocksOf(plan)} blocks by ${used}`);
  for (const node of nodes) {
    assert.ok(
      node['Node Type'] !== 'Seq Scan' || !filled.has(node['Relation Name'] ?? ''),
      'reads a whole table',
    );
    if (node['Node Type'] === 'Sort') assert.ok(node['Actual Rows'] < 1000, 'sorts much');
  }
  // The generic plan, which PostgreSQL uses after a few executions, must use an index too.
  assert.doesNotMatch(
    await explainGeneric(sql, ask),
    new RegExp(`Seq Scan on (${[...filled].join('|')})\\b`),
  );
}

const everything = idRange({}, undefined);
const secondsOf = (n: number): number => startSeconds + n * everySeconds;
const middle = idRange(
  { from: new Date(secondsOf(rows * 0.4) * 1000), to: new Date(secondsOf(rows * 0.6) * 1000) },
  undefined,
);
const payments =
  (filter: Partial<PaymentFilter>, range = everything) =>
  (tag: Tag) =>
    listPayments(tag, { pspId: 1, metadata: [], ...filter }, range, 51);

const idOf = (n: number): string => {
  const text = `${(secondsOf(n) * 1000).toString(16).padStart(12, '0')}70008000${n.toString(16).padStart(12, '0')}`;
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

const lists: [string, (tag: Tag) => PromiseLike<unknown>, RegExp, number?][] = [
  ['all payments', payments({}), /payments_psp/, 51],
  ['payments of a period', payments({}, middle), /payments_(psp|pkey)/, 51],
  ['payments of a quiet PSP', payments({ pspId: 7 }), /payments_psp/, 51],
  ['payments of a quiet PSP in a period', payments({ pspId: 7 }, middle), /payments_psp/, 15],
  ['payments of the most common status', payments({ status: 'PAID' }), /payments_(status|psp)/, 51],
  [
    'payments of a status that only the oldest payments have',
    payments({ status: 'EXPIRED' }),
    /payments_status/,
    51,
  ],
  ['payments of a rare status in a period', payments({ status: 'UNRESOLVED' }, middle), /payments_status/, 5],
  ['payments with an exception', payments({ exception: 'LATE' }), /payments_exceptional/, 51],
  ['a payment by its reference', payments({ reference: `reference ${rows}` }), /payments_reference/],
  ['payments of a customer', payments({ customerReferenceId: 'customer 77' }), /payments_customer/, 6],
  ['payments of a coin that only the oldest payments have', payments({ coin: 'XRP' }), /payments_coin/, 51],
  [
    'payments by three properties',
    payments({ status: 'PAID', coin: 'BTC', customerReferenceId: 'customer 77' }),
    /payments_customer/,
    2,
  ],
  [
    'payments of a rare status and a common coin',
    payments({ status: 'UNRESOLVED', coin: 'BTC', exception: 'LATE' }),
    /payments_(status|status_coin|exceptional)/,
    20,
  ],
  // Each value occurs in a third of all rows, and no row has both.
  [
    'payments of a status and a coin that never occur together',
    payments({ status: 'REFUNDED', coin: 'LTC' }),
    /payments_status_coin/,
    0,
  ],
  ['payments of an amount', payments({ euroAmount: 2577n }), /payments_amount/, 15],
  [
    'payments of an amount and a rare status in a period',
    payments({ euroAmount: 2577n, status: 'UNRESOLVED' }, middle),
    /payments_(amount|status)/,
    0,
  ],
  [
    'payments of an e-mail address',
    payments({ customerEmailAddress: 'CUSTOMER77@example.com' }),
    /payments_email/,
    6,
  ],
  ['payments by their ids', payments({ ids: [idOf(rows - 1), idOf(rows)] }), /payments_(pkey|psp)/, 1],
  [
    'payments by rare metadata',
    payments({ metadata: [digestOf('rare', 'one')] }),
    /metadata_entries_pkey/,
    3,
  ],
  [
    'payments by common metadata in a period',
    payments({ metadata: [digestOf('common', 'one')] }, middle),
    /metadata_entries_pkey/,
    51,
  ],
  [
    'payments by metadata and status',
    payments({ metadata: [digestOf('common', 'one')], status: 'PAID' }),
    /metadata_entries_pkey/,
    51,
  ],
];

const orders =
  (filter: Partial<OrderFilter>, range = everything) =>
  (tag: Tag) =>
    listOrders(
      tag,
      { pspId: 1, status: undefined, customerReferenceId: undefined, metadata: [], ...filter },
      range,
      51,
    );
lists.push(
  ['all orders', orders({}), /orders_psp_id/, 51],
  ['orders of a period', orders({}, middle), /orders_(psp_id|pkey)/, 51],
  ['orders of a quiet PSP in a period', orders({ pspId: 7 }, middle), /orders_psp_id/, 15],
  ['orders of a rare status', orders({ status: 'FAILED' }), /orders_unusual/, 51],
  ['orders of a customer', orders({ customerReferenceId: 'customer 77' }), /orders_customer/, 6],
  ['orders by rare metadata', orders({ metadata: [digestOf('rare', 'one')] }), /metadata_entries_pkey/, 3],
);

const refunds =
  (filter: { paymentId?: string; status?: 'FAILED' }, range = everything) =>
  (tag: Tag) =>
    listRefundsOf(tag, { pspId: 1, paymentId: filter.paymentId, status: filter.status }, range, 51);
lists.push(
  ['all refunds', refunds({}), /refunds_psp/, 51],
  ['refunds that failed', refunds({ status: 'FAILED' }), /refunds_open/, 51],
  ['refunds of a period', refunds({}, middle), /refunds_(psp|pkey)/, 51],
);

/** Position shared by a hundred events. It is not above the server's current position. */
const middlePosition = String(Math.min(rows / 200, 500));
lists.push(
  ['the first events', (tag) => listEvents(tag, 1, firstPlace, 50), /events_pkey/, 50],
  [
    'events from the middle on',
    (tag) => listEvents(tag, 1, { era: 1, position: middlePosition, id: 0n }, 50),
    /events_pkey/,
    50,
  ],
);

for (const [name, ask, index, least] of lists) {
  test(`a page of ${name} in a large table reads along an index`, () => assertServed(ask, index, least));
}

// Each name is searched in every partition of the orders, and each empty partition costs a block.
test('a page of customers in a large table reads along an index', () =>
  assertServed((tag) => listCustomers(tag, 1, 'customer 5', 51), /payments_customer/, 51, 5 * mostBlocks));

// Generic plans, which PostgreSQL uses after some executions. They treat an unknown value as a common one.
for (const [name, ask, index, value] of [
  ['a rare status', payments({ status: 'UNRESOLVED' }), /payments_status/, /'UNRESOLVED'/],
  ['a coin that only the oldest payments have', payments({ coin: 'XRP' }), /payments_coin/, /'XRP'/],
  [
    'a status and a coin that never occur together',
    payments({ status: 'REFUNDED', coin: 'LTC' }),
    /payments_status_coin/,
    /'REFUNDED'.*'LTC'/,
  ],
] as const) {
  test(`the generic plan for ${name} uses its own index`, async () => {
    const plan = await explainGeneric(sql, ask);
    assert.match(plan, index);
    assert.match(plan, value, 'the planner reads the value');
  });
}

test('the report of a day reads only the orders of that day', async () => {
  const from = new Date(Math.ceil(secondsOf(rows * 0.1) / 86_400) * 86_400_000);
  const to = new Date(from.getTime() + 86_400_000);
  const { least, below } = idRange({ from, to }, undefined);
  const { plan } = await explainAnalyze(sql, (tag) => sumDays(tag, { pspId: 1, from, to, least, below }));
  const scan = nodesOf(plan).find((node) => /^orders_(psp_id|pkey)$/.test(node['Index Name'] ?? ''));
  assert.ok(scan, 'by an index');
  const read = (scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops'];
  const perDay = 86_400 / everySeconds;
  assert.ok(read > perDay * 0.66 && read < perDay + 10, `${read} orders of a day with ${perDay}`);
});
