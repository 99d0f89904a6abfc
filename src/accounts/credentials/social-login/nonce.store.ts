import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** Returns true for the first of several requests with the same nonce. */
export async function insertUsedNonce(tx: Tx, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const rows = await tx`
    insert into accounts.used_nonces (hash, expires_at) values (${hash}, ${expiresAt})
    on conflict (hash) do nothing returning 1`;
  return rows.length > 0;
}

/** Deletes at most `limit` rows, skips locked ones, and returns the number deleted. */
export async function deleteExpiredNonces(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.used_nonces where hash in (
      select hash from accounts.used_nonces where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
