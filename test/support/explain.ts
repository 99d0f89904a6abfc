import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { createTag, type Execute } from '../../src/platform/postgres/client/sql.ts';

type Ask = (tag: Sql) => PromiseLike<unknown>;

/** Returns the statement that a store function sends, so that the plan is that of the real statement. */
async function take(ask: Ask): Promise<Parameters<Execute>[0]> {
  const taken: Parameters<Execute>[0][] = [];
  const listening = createTag(async (statement) => {
    taken.push(statement);
    return { rows: [], rowCount: 0 };
  });
  // A store's select uses only the tag of `Sql`, so `createTag` is enough.
  await ask(listening as unknown as Sql);
  const [statement] = taken;
  if (!statement || taken.length > 1) throw new Error(`${taken.length} statements were sent instead of one`);
  return statement;
}

/** Returns the generic plan, which PostgreSQL uses for all parameter values after a few executions. */
export async function explainGeneric(sql: Sql, ask: Ask): Promise<string> {
  const { text } = await take(ask);
  const { rows } = await sql.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

export interface PlanNode {
  'Node Type': string;
  'Scan Direction'?: string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Rows Removed by Filter'?: number;
  /** Average per loop. */
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

export interface Explained {
  plan: PlanNode;
  milliseconds: number;
}

/** Runs the statement and returns its plan and cost. */
export async function explainAnalyze(sql: Sql, ask: Ask): Promise<Explained> {
  const { text, values } = await take(ask);
  const { rows } = await sql.pool.query<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }>({
    text: `explain (analyze, buffers, format json) ${text}`,
    values,
  });
  const explained = rows[0]?.['QUERY PLAN'][0];
  if (!explained) throw new Error('PostgreSQL returned no plan');
  return { plan: explained.Plan, milliseconds: explained['Execution Time'] };
}

/** Blocks of 8 KiB that the statement read, cached or not. */
export const blocksOf = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
