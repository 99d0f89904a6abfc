import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../test/support/database.ts';
import { blocksOf, explainAnalyze, type PlanNode } from '../../../test/support/explain.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { listBalancesBefore, sumDays } from './ledger.store.ts';

const dayMs = 86_400_000;
/** Movements per day; a twentieth of them belong to the first PSP. */
const perDay = 1000;
const firstMs = Date.UTC(2026, 0, 1);
let database: TestDatabase;
let sql: Sql;
let filledDays = 0;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
  await sql`
    insert into merchant.ledger_accounts (owner, asset, stripe)
    select 'psp:' || n, 'EUR', 0 from generate_series(1, 20) n`;
});
after(async () => {
  await sql.end();
  await database.drop();
});

/** Adds days of movements after the existing ones. */
async function fill(days: number): Promise<void> {
  const startMs = firstMs + filledDays * dayMs;
  filledDays += days;
  await transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      with made as materialized (
        select n, ms, (lpad(to_hex(ms), 12, '0') || '70008000' || lpad(to_hex(ms % 4294967296), 12, '0'))::uuid as id,
          'psp:' || 1 + n % 20 as owner
        from (select n, ${startMs}::bigint + n * ${dayMs / perDay}::bigint as ms from generate_series(0, ${days * perDay - 1}::int) n) n
      ), movement as (
        insert into merchant.ledger_movements (id, kind, reference, created_at)
        select id, 'order', id::text, to_timestamp(ms / 1000.0) from made
      )
      insert into merchant.ledger_entries (account_id, sequence, movement_id, asset, amount, balance_after, created_at)
      select a.id, ms, made.id, 'EUR', 1, ms, to_timestamp(ms / 1000.0)
      from made join merchant.ledger_accounts a on a.owner = made.owner`;
  });
  await sql.pool.query('analyze merchant.ledger_movements; analyze merchant.ledger_entries');
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Measures the rows and blocks read by the sums of three days and the balances before them. */
async function measure(): Promise<{ rows: number; blocks: number }> {
  const from = new Date(firstMs + 20 * dayMs);
  const to = new Date(from.getTime() + 3 * dayMs);
  const owners = ['psp:1', 'psp:1:held'];
  const sums = await explainAnalyze(sql, (tag) => sumDays(tag, { owners, from, to }));
  const balances = await explainAnalyze(sql, (tag) => listBalancesBefore(tag, owners, from));
  const scans = nodesOf(sums.plan).filter((node) => node['Relation Name']?.startsWith('ledger_entries'));
  const rows = scans.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  );
  return { rows, blocks: blocksOf(sums.plan) + blocksOf(balances.plan) };
}

test('a daily report reads only the entries of its days, even from a large ledger', async () => {
  await fill(40);
  const small = await measure();
  await fill(200);
  const large = await measure();
  const own = (3 * perDay) / 20;
  assert.ok(large.rows >= own && large.rows <= own + 10, `${large.rows} entries of ${own}`);
  // Allows for one more level of the index.
  assert.ok(large.blocks <= 2 * small.blocks, `${large.blocks} blocks after ${small.blocks}`);
});
