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

/** Whether somebody in this database waits for what another transaction holds. */
export async function isLockAwaited(sql: Sql): Promise<boolean> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
}
