import type { Sql } from '../../../platform/postgres/client/database.ts';

/** Returns true if an application with this id is registered. */
export async function isClient(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`select 1 from accounts.oidc_clients where id = ${id}`;
  return rows.length > 0;
}
