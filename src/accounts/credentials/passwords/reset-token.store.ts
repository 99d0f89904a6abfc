import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** A row of accounts.recoveries: the token of one mailed link and the code that was mailed with it. */
export interface NewResetToken {
  id: string;
  userId: string;
  tokenHash: Buffer;
  codeHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertResetToken(tx: Tx, row: NewResetToken): Promise<void> {
  await tx`
    insert into accounts.recoveries (id, user_id, token_hash, code_hash, created_at, expires_at)
    values (${row.id}, ${row.userId}, ${row.tokenHash}, ${row.codeHash}, ${row.createdAt}, ${row.expiresAt})`;
}

export async function hasUnexpiredToken(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    select 1 from accounts.recoveries where user_id = ${userId} and expires_at > ${now} limit 1`;
  return rows.length > 0;
}

export async function findUserIdByToken(
  sql: Sql | Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<string | undefined> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from accounts.recoveries where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row?.user_id;
}

/** Deletes an unexpired token and returns its user. Only the first of simultaneous calls gets the user. */
export async function deleteToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await tx<{ user_id: string }[]>`
    delete from accounts.recoveries where token_hash = ${tokenHash} and expires_at > ${now} returning user_id`;
  return row?.user_id;
}

export async function deleteTokenByCode(
  tx: Tx,
  userId: string | null,
  codeHashes: readonly Buffer[],
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    delete from accounts.recoveries
    where user_id = ${userId} and code_hash = any(${codeHashes}::bytea[]) and expires_at > ${now}
    returning id`;
  return rows.length > 0;
}

export async function deleteTokensOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from accounts.recoveries where user_id = ${userId}`;
}

/** Deletes at most `limit` rows, skips locked ones, and returns the number deleted. */
export async function deleteExpiredTokens(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.recoveries where id in (
      select id from accounts.recoveries where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
