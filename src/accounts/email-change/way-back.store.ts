import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

/** An address that the account can go back to, by the link that was mailed there. */
export interface WayBack {
  id: string;
  user_id: string;
  email: string;
  email_key: string;
  created_at: Date;
}

export async function insertWayBack(
  tx: Tx,
  way: WayBack & { token_hash: Buffer; expires_at: Date },
): Promise<void> {
  await tx`
    insert into accounts.email_ways_back (id, user_id, email, email_key, token_hash, created_at, expires_at)
    values (${way.id}, ${way.user_id}, ${way.email}, ${way.email_key}, ${way.token_hash}, ${way.created_at},
      ${way.expires_at})`;
}

export async function findWayBackByToken(
  sql: Sql | Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<WayBack | undefined> {
  const [row] = await sql<WayBack[]>`
    select id, user_id, email, email_key, created_at from accounts.email_ways_back
    where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/** The first of those that are open: since when the account had this address. */
export async function findFirstWayBackTo(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
): Promise<WayBack | undefined> {
  const [row] = await tx<WayBack[]>`
    select id, user_id, email, email_key, created_at from accounts.email_ways_back
    where user_id = ${userId} and email = ${email} and expires_at > ${now} order by created_at limit 1`;
  return row;
}

/** No open way back ends before one to an address that came later. */
export async function extendWaysBack(tx: Tx, userId: string, now: Date, until: Date): Promise<void> {
  await tx`
    update accounts.email_ways_back set expires_at = ${until}
    where user_id = ${userId} and expires_at > ${now} and expires_at < ${until}`;
}

/** To the same address, and to those that came after it. Ways back to addresses from before it stay. */
export async function deleteWaysBackSince(tx: Tx, way: WayBack): Promise<void> {
  await tx`
    delete from accounts.email_ways_back
    where user_id = ${way.user_id} and (email_key = ${way.email_key} or created_at >= ${way.created_at})`;
}

/** At most `limit`; how many. What is being changed at the moment waits for the next time. */
export async function deleteExpiredWaysBack(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.email_ways_back where id in (
      select id from accounts.email_ways_back where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
