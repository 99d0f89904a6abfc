import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface AllowanceRow {
  key: Buffer;
  full_at: Date;
}

export async function findAllowances(sql: Sql, keys: readonly Buffer[]): Promise<AllowanceRow[]> {
  return sql<AllowanceRow[]>`select key, full_at from accounts.allowances where key = any(${keys}::bytea[])`;
}

/** In the order of the keys, so that two at once wait for each other instead of colliding. */
export async function lockAllowances(tx: Tx, keys: readonly Buffer[], now: Date): Promise<AllowanceRow[]> {
  return tx<AllowanceRow[]>`
    insert into accounts.allowances (key, full_at)
    select key, ${now} from unnest(${keys}::bytea[]) as given (key) order by key
    on conflict (key) do update set full_at = accounts.allowances.full_at
    returning key, full_at`;
}

export function updateAllowances(tx: Tx, rows: readonly AllowanceRow[]): void {
  tx.defer(tx`
    update accounts.allowances a set full_at = given.full_at
    from unnest(
      ${rows.map((row) => row.key)}::bytea[], ${rows.map((row) => row.full_at.toISOString())}::timestamptz[]
    ) as given (key, full_at)
    where a.key = given.key`);
}

/** At most `limit`; how many. What is being changed at the moment waits for the next time. */
export async function deleteFullAllowances(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.allowances where key in (
      select key from accounts.allowances where full_at <= ${now}
      order by full_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
