import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { claimStatement, type ClaimRequest } from './claim.store.ts';

/** Large enough that a full read would show in the plan and its page count. */
const deliveredPerEndpoint = 4000;
const endpoints = 10;
const pendingPerEndpoint = 5;

let praca: TestApp;
before(async () => {
  praca = await openMerchantApp();
  const { sql } = praca;
  await sql`
    insert into merchant.webhook_endpoints (id, psp_id, url, sealed_secret, created_at)
    select gen_random_uuid(), 1, 'https://merchant.example/' || n, '', now()
    from generate_series(1, ${endpoints}::int) as n`;
  for (let endpoint = 1; endpoint <= endpoints; endpoint++) {
    await sql`
      insert into merchant.webhook_deliveries
        (psp_id, id, endpoint_id, order_id, event_type, event_sequence, occurred_at, event, status, due_at)
      select 1, gen_random_uuid(), e.id, gen_random_uuid(), 'order.created', 1, now(), '{}',
        case when n <= ${pendingPerEndpoint} then 'PENDING' else 'DELIVERED' end, now() - n * interval '1 second'
      from merchant.webhook_endpoints e
      cross join generate_series(1, ${deliveredPerEndpoint + pendingPerEndpoint}::int) as n
      where e.url = ${`https://merchant.example/${endpoint}`} order by random()`;
  }
  await sql`vacuum (analyze) merchant.webhook_deliveries`;
  await sql`analyze merchant.webhook_endpoints`;
});
after(() => praca.close());

const request = (): ClaimRequest => ({
  now: praca.clock.now(),
  claimedBy: crypto.randomUUID(),
  leaseSeconds: 60,
  busy: [],
  steadyRoom: 20,
  troubledRoom: 5,
  steadyLimit: 8,
  troubledLimit: 1,
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
type Explained = { 'QUERY PLAN': { Plan: PlanNode }[] }[];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Asserts that the queue is read by its index, and rows by the places found in it. */
function assertByIndex(plan: PlanNode | undefined): void {
  assert.ok(plan);
  const reads = nodesOf(plan).filter(
    (node) => node['Relation Name'] === 'webhook_deliveries' && node['Node Type'] !== 'ModifyTable',
  );
  assert.ok(
    reads.length >= 6,
    'the two steps over endpoints, the check and the choice, each with its look ahead',
  );
  for (const read of reads) {
    const way = read['Index Name'] ?? read['Node Type'];
    assert.match(
      way,
      /^(?:webhook_deliveries_queue|webhook_deliveries_line|Tid Scan)$/,
      JSON.stringify(read, undefined, 1),
    );
  }
}

const inRolledBack = async (look: (tx: Tx) => Promise<void>): Promise<void> => {
  const undone = new Error('undone');
  await assert.rejects(
    praca.sql.begin(async (tx) => {
      await look(tx);
      throw undone;
    }),
    undone,
  );
};

test('a claim reads the queue by its index and reads no finished delivery', () =>
  inRolledBack(async (tx) => {
    const [explained] = await tx<Explained>`
      explain (analyze, buffers, format json) ${claimStatement(tx, request())}`;
    const plan = explained?.['QUERY PLAN'][0]?.Plan;
    assertByIndex(plan);
    assert.ok(plan);
    assert.equal(plan['Actual Rows'], 20);
    const [table] = await tx<{ pages: number }[]>`
      select relpages as pages from pg_class where oid = 'merchant.webhook_deliveries'::regclass`;
    const touched = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    // Each claimed row is found, locked, written and indexed.
    assert.ok(touched < 400, `${touched} pages for 20 deliveries`);
    assert.ok((table?.pages ?? 0) > 800, 'the table is too small to tell');
    const removed = nodesOf(plan).reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
    assert.ok(removed < endpoints * pendingPerEndpoint, `${removed} rows read in vain`);
  }));

/** More rows than fit on the pages of a claim. */
const orders = 20_000;
const ordersAtOnce = 1000;
const eventsOfOrder = 4;

test('for an endpoint whose orders have several events each, a claim reads only the rows before those that it takes', () =>
  inRolledBack(async (tx) => {
    await tx`delete from merchant.webhook_deliveries where status = 'PENDING'`;
    // In parts, so that no statement reaches its timeout on a busy machine.
    for (let start = 0; start < orders; start += ordersAtOnce) {
      await tx`
        insert into merchant.webhook_deliveries
          (psp_id, id, endpoint_id, order_id, event_type, event_sequence, occurred_at, event, status, due_at)
        select 1, gen_random_uuid(), e.id, o.id, 'order.created', n, now(), '{}', 'PENDING',
          now() - interval '1 hour' + o.position * interval '10 milliseconds' + n * interval '1 millisecond'
        from (select min(id::text)::uuid as id from merchant.webhook_endpoints) e
        cross join (
          select gen_random_uuid() as id, position
          from generate_series(${start + 1}::int, ${start + ordersAtOnce}::int) as position
        ) o
        cross join generate_series(1, ${eventsOfOrder}::int) as n`;
    }
    await tx`analyze merchant.webhook_deliveries`;
    const claim = { ...request(), steadyRoom: 100, steadyLimit: 10 };
    // The rows of running deliveries come before all claimable ones.
    const first = await claimStatement(tx, claim);
    assert.deepEqual(new Set(first.map((delivery) => delivery.event_sequence)), new Set([1n]));
    assert.equal(first.length, 10);
    const [explained] = await tx<Explained>`
      explain (analyze, buffers, format json) ${claimStatement(tx, claim)}`;
    const plan = explained?.['QUERY PLAN'][0]?.Plan;
    assertByIndex(plan);
    assert.ok(plan);
    assert.equal(plan['Actual Rows'], 10);
    const removed = nodesOf(plan).reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
    // Once for the check, once for the selection.
    assert.ok(removed <= 3 * 10 * eventsOfOrder, `${removed} rows read in vain`);
    const touched = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    assert.ok(touched < 1200, `${touched} pages for 10 deliveries`);
  }));

test('the generic plan of a claim reads by the same indexes', () =>
  inRolledBack(async (tx) => {
    // The plan that PostgreSQL makes after a few executions, without parameter values.
    const [explained] = await tx<Explained>`
      explain (generic_plan, format json) ${claimStatement(tx, request())}`;
    assertByIndex(explained?.['QUERY PLAN'][0]?.Plan);
  }));
