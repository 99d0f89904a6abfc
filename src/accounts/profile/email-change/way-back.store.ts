import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** A restore link: mailed to a previous address, it gives the account that address again. */
export interface RestoreLink {
  id: string;
  user_id: string;
  email: string;
  email_key: string;
  created_at: Date;
}

export async function insertWayBack(
  tx: Tx,
  way: RestoreLink & { token_hash: Buffer; expires_at: Date },
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
): Promise<RestoreLink | undefined> {
  const [row] = await sql<RestoreLink[]>`
    select id, user_id, email, email_key, created_at from accounts.email_ways_back
    where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/** Finds the earliest open restore link to this address. */
export async function findFirstWayBackTo(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
): Promise<RestoreLink | undefined> {
  const [row] = await tx<RestoreLink[]>`
    select id, user_id, email, email_key, created_at from accounts.email_ways_back
    where user_id = ${userId} and email = ${email} and expires_at > ${now} order by created_at limit 1`;
  return row;
}

/** Extends all open links of the user, so that none expires before a link to a later address. */
export async function extendWaysBack(tx: Tx, userId: string, now: Date, until: Date): Promise<void> {
  await tx`
    update accounts.email_ways_back set expires_at = ${until}
    where user_id = ${userId} and expires_at > ${now} and expires_at < ${until}`;
}

/** Deletes the links to the same address and the later ones. Links to earlier addresses stay. */
export async function deleteWaysBackSince(tx: Tx, way: RestoreLink): Promise<void> {
  await tx`
    delete from accounts.email_ways_back
    where user_id = ${way.user_id} and (email_key = ${way.email_key} or created_at >= ${way.created_at})`;
}

/** Deletes at most `limit` rows, skips locked ones, and returns the number deleted. */
export async function deleteExpiredWaysBack(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.email_ways_back where id in (
      select id from accounts.email_ways_back where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
