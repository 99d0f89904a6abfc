import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface NewRecovery {
  id: string;
  userId: string;
  tokenHash: Buffer;
  codeHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertRecovery(tx: Tx, row: NewRecovery): Promise<void> {
  await tx`
    insert into accounts.recoveries (id, user_id, token_hash, code_hash, created_at, expires_at)
    values (${row.id}, ${row.userId}, ${row.tokenHash}, ${row.codeHash}, ${row.createdAt}, ${row.expiresAt})`;
}

export async function hasLiveRecovery(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const rows = await tx`
    select 1 from accounts.recoveries where user_id = ${userId} and expires_at > ${now} limit 1`;
  return rows.length > 0;
}

export async function findRecovery(
  sql: Sql | Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<{ user_id: string } | undefined> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from accounts.recoveries where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/** For the one who came first: the row is gone for everybody else. */
export async function takeRecovery(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<{ user_id: string } | undefined> {
  const [row] = await tx<{ user_id: string }[]>`
    delete from accounts.recoveries where token_hash = ${tokenHash} and expires_at > ${now} returning user_id`;
  return row;
}

export async function takeRecoveryByCode(
  tx: Tx,
  userId: string | null,
  codeHash: Buffer,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    delete from accounts.recoveries
    where user_id = ${userId} and code_hash = ${codeHash} and expires_at > ${now}
    returning id`;
  return rows.length > 0;
}

export async function deleteRecoveries(tx: Tx, userId: string): Promise<void> {
  await tx`delete from accounts.recoveries where user_id = ${userId}`;
}

export async function deleteExpiredRecoveries(sql: Sql, now: Date): Promise<void> {
  await sql`delete from accounts.recoveries where expires_at <= ${now}`;
}
