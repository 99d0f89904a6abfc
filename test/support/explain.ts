import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { createTag, type Execute } from '../../src/platform/postgres/client/sql.ts';

type Ask = (tag: Sql) => PromiseLike<unknown>;

/** The statement that a store would send, so that what is explained is what runs. */
async function take(ask: Ask): Promise<Parameters<Execute>[0]> {
  const taken: Parameters<Execute>[0][] = [];
  const listening = createTag(async (statement) => {
    taken.push(statement);
    return { rows: [], rowCount: 0 };
  });
  // A store's select uses nothing of `Sql` but the tag, and `createTag` makes the tag alone.
  await ask(listening as unknown as Sql);
  const [statement] = taken;
  if (!statement || taken.length > 1) throw new Error(`${taken.length} statements were sent instead of one`);
  return statement;
}

/** The plan of a statement as it is made once for all values of its parameters, after a few executions. */
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
  /** Of one loop, on average. */
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

/** Runs the statement and tells what it cost. */
export async function explainAnalyze(sql: Sql, ask: Ask): Promise<Explained> {
  const { text, values } = await take(ask);
  const { rows } = await sql.pool.query<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }>({
    text: `explain (analyze, buffers, format json) ${text}`,
    values,
  });
  const explained = rows[0]?.['QUERY PLAN'][0];
  if (!explained) throw new Error('nothing was explained');
  return { plan: explained.Plan, milliseconds: explained['Execution Time'] };
}

/** Blocks of 8 KiB that the statement looked at, wherever they lay. */
export const blocksOf = (plan: PlanNode): number => plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
