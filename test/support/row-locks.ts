import type { Sql, Tx } from '../../src/platform/postgres/client/database.ts';

/** How many rows of a table a transaction keeps from others once it has read what it reads; the pool needs two connections. */
export async function countLocked(
  sql: Sql,
  schema: string,
  table: string,
  read: (tx: Tx) => Promise<unknown>,
): Promise<number> {
  const rows = sql`select from ${sql.identifier(schema)}.${sql.identifier(table)}`;
  return sql.begin(async (tx) => {
    await read(tx);
    const [counted] = await sql<{ locked: number }[]>`
      select (select count(*) from (${rows}) as every) - (select count(*) from (${rows} for update skip locked) as free)
        as locked`;
    return Number(counted?.locked);
  });
}
