import type { Sql, Tx } from '../../platform/postgres/database.ts';

export interface PendingRegistration {
  id: string;
  email: string;
  email_key: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  picture: Buffer | null;
  language: string;
  created_at: Date;
  expires_at: Date;
}

export function insertPendingRegistration(tx: Tx, row: PendingRegistration): void {
  tx.later(tx`
    insert into accounts.pending_registrations (id, email, email_key, first_name, last_name, password_hash, picture,
      language, created_at, expires_at)
    values (${row.id}, ${row.email}, ${row.email_key}, ${row.first_name}, ${row.last_name}, ${row.password_hash},
      ${row.picture}, ${row.language}, ${row.created_at}, ${row.expires_at})`);
}

export async function lockPendingRegistration(
  tx: Tx,
  id: string,
  now: Date,
): Promise<PendingRegistration | undefined> {
  const [row] = await tx<PendingRegistration[]>`
    select id, email, email_key, first_name, last_name, password_hash, picture, language, created_at, expires_at
    from accounts.pending_registrations where id = ${id} and expires_at > ${now} for update`;
  return row;
}

export async function setTokenHash(tx: Tx, id: string, tokenHash: Buffer): Promise<void> {
  await tx`update accounts.pending_registrations set token_hash = ${tokenHash} where id = ${id}`;
}

export interface TokenHolder {
  id: string;
  email: string;
  email_key: string;
  wrong_passwords: number;
}

export async function findByTokenHash(
  sql: Sql | Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<TokenHolder | undefined> {
  const [row] = await sql<TokenHolder[]>`
    select id, email, email_key, wrong_passwords from accounts.pending_registrations
    where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/**
 * Those of one address, so few that checking them ends: first the one whose link was followed, which no number of later
 * ones can push out, then the newest.
 */
export async function listPendingRegistrations(
  sql: Sql,
  holder: Pick<TokenHolder, 'id' | 'email_key'>,
  now: Date,
  limit: number,
): Promise<{ id: string; password_hash: string }[]> {
  return sql<{ id: string; password_hash: string }[]>`
    select id, password_hash from accounts.pending_registrations
    where email_key = ${holder.email_key} and expires_at > ${now}
    order by (id = ${holder.id}) desc, created_at desc, id desc limit ${limit}`;
}

export async function countWrongPassword(tx: Tx, id: string): Promise<void> {
  await tx`update accounts.pending_registrations set wrong_passwords = wrong_passwords + 1 where id = ${id}`;
}

export async function deletePendingRegistration(tx: Tx, id: string): Promise<void> {
  await tx`delete from accounts.pending_registrations where id = ${id}`;
}

export async function deletePendingRegistrationsOf(tx: Tx, emailKey: string): Promise<void> {
  await tx`delete from accounts.pending_registrations where email_key = ${emailKey}`;
}

export async function deleteExpiredRegistrations(sql: Sql, now: Date): Promise<void> {
  await sql`delete from accounts.pending_registrations where expires_at <= ${now}`;
}
