import type { Sql } from '../../platform/postgres/database.ts';

/** From the catalogue, so that a table which is added later is exported without anybody thinking of it. */
export async function listUserTables(sql: Sql): Promise<string[]> {
  const rows = await sql<{ table_name: string }[]>`
    select c.table_name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'accounts' and c.column_name = 'user_id' and t.table_type = 'BASE TABLE'
    order by c.table_name`;
  return rows.map((row) => row.table_name);
}

export async function readUserRows(
  sql: Sql,
  table: string,
  userId: string,
): Promise<Record<string, unknown>[]> {
  const rows = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(t) as row from accounts.${sql.identifier(table)} t where user_id = ${userId}`;
  return rows.map(({ row }) => row);
}

export async function readUserRow(sql: Sql, userId: string): Promise<Record<string, unknown> | undefined> {
  const [found] = await sql<{ row: Record<string, unknown> }[]>`
    select to_jsonb(t) as row from accounts.users t where id = ${userId}`;
  return found?.row;
}
