import type { QueryResult } from 'pg';
import type { Sql } from '../../src/platform/postgres/database.ts';
import { createTag, type Tag } from '../../src/platform/postgres/sql.ts';

/** The plan of a statement as it is made once for all values of its parameters, after a few executions. */
export async function explainGeneric(sql: Sql, ask: (tag: Sql) => PromiseLike<unknown>): Promise<string> {
  let text = '';
  const listening: Tag = createTag(async (statement) => {
    text = statement.text;
    return { rows: [], rowCount: 0 } as unknown as QueryResult;
  });
  await ask(Object.assign(listening, { pool: sql.pool }) as unknown as Sql);
  const { rows } = await sql.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
