import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export async function insertNonce(tx: Tx, hash: Buffer, expiresAt: Date): Promise<void> {
  await tx`insert into accounts.nonces (hash, expires_at) values (${hash}, ${expiresAt})`;
}

/** True for the first of several requests with the same nonce. */
export async function deleteNonce(tx: Tx, hash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx`delete from accounts.nonces where hash = ${hash} and expires_at > ${now} returning 1`;
  return rows.length > 0;
}

/** At most `limit`; how many. What is being changed at the moment waits for the next time. */
export async function deleteExpiredNonces(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.nonces where hash in (
      select hash from accounts.nonces where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
