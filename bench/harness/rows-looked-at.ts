import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { createTag } from '../../src/platform/postgres/client/sql.ts';
import { readingBy } from './reading-by.ts';

/** Cost of statements, independent of other load on the machine. */
export interface Cost {
  statements: number;
  /** Rows read from tables, including those that a filter removed. */
  rows: number;
  /** Blocks of 8 KiB, cached or from disk. */
  blocks: number;
  /** Execution time reported by PostgreSQL, including the overhead of timing each plan node. */
  milliseconds: number;
}

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/**
 * Returns a tag that explains each statement before it runs and adds its cost to `cost`. Write transactions are not
 * explained.
 */
export function explaining(sql: Sql, cost: Cost): Sql {
  const tag = createTag(async (statement) => {
    const { text, values } = statement;
    const { rows } = await sql.pool.query<{ 'QUERY PLAN': { Plan: PlanNode; 'Execution Time': number }[] }>({
      text: `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    });
    const explained = rows[0]?.['QUERY PLAN'][0];
    if (explained) {
      cost.statements += 1;
      cost.rows += rowsOf(explained.Plan);
      cost.blocks += explained.Plan['Shared Hit Blocks'] + explained.Plan['Shared Read Blocks'];
      cost.milliseconds += explained['Execution Time'];
    }
    return sql.pool.query({ text, values });
  });
  return Object.assign(tag, { ...sql, ...readingBy(tag) });
}

function rowsOf(plan: PlanNode): number {
  const refused = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] ? (plan['Actual Rows'] + refused) * plan['Actual Loops'] : 0;
  return (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), own);
}
