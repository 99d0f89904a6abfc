import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** A change of address that is not confirmed yet. */
export interface EmailChange {
  id: string;
  user_id: string;
  email: string;
  email_key: string;
}

export async function insertChange(
  tx: Tx,
  change: EmailChange & { created_at: Date; expires_at: Date },
): Promise<void> {
  await tx`
    insert into accounts.email_changes (id, user_id, email, email_key, created_at, expires_at)
    values (${change.id}, ${change.user_id}, ${change.email}, ${change.email_key}, ${change.created_at},
      ${change.expires_at})`;
}

/** Deletes the user's changes to addresses other than `but`, or all. */
export async function deleteChangesOf(tx: Tx, userId: string, but: string | null = null): Promise<void> {
  await tx`
    delete from accounts.email_changes
    where user_id = ${userId} and (${but}::text is null or email <> ${but}::text)`;
}

export async function findUnmailedChange(tx: Tx, id: string, now: Date): Promise<EmailChange | undefined> {
  const [row] = await tx<EmailChange[]>`
    select id, user_id, email, email_key from accounts.email_changes
    where id = ${id} and token_hash is null and expires_at > ${now}`;
  return row;
}

/** Returns false if the change is gone or has a link already. */
export async function setChangeTokenHash(tx: Tx, id: string, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx`
    update accounts.email_changes set token_hash = ${tokenHash} where id = ${id} and token_hash is null
    returning id`;
  return rows.length > 0;
}

export async function findChangeByToken(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<(EmailChange & { wrong_passwords: number }) | undefined> {
  const [row] = await sql<(EmailChange & { wrong_passwords: number })[]>`
    select id, user_id, email, email_key, wrong_passwords from accounts.email_changes
    where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/** Counts a wrong password before the password is verified. Returns false if the limit is reached. */
export async function takeGuessOfChange(sql: Sql, id: string, most: number): Promise<boolean> {
  const rows = await sql`
    update accounts.email_changes set wrong_passwords = wrong_passwords + 1
    where id = ${id} and wrong_passwords < ${most} returning id`;
  return rows.length > 0;
}

/** Returns true for the first of simultaneous calls. */
export async function deleteChange(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`delete from accounts.email_changes where id = ${id} returning id`;
  return rows.length > 0;
}

/** Sets the address and deletes an account with this address that is due for erasure. */
export async function updateEmail(
  tx: Tx,
  userId: string,
  { email, email_key }: Pick<EmailChange, 'email' | 'email_key'>,
  now: Date,
): Promise<void> {
  tx.defer(tx`delete from accounts.users where email_key = ${email_key} and erase_at <= ${now}`);
  await tx`
    update accounts.users set email = ${email}, email_key = ${email_key}, email_confirmed_at = ${now}
    where id = ${userId}`;
}

/** Deletes at most `limit` rows, skips locked ones, and returns the number deleted. */
export async function deleteExpiredChanges(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.email_changes where id in (
      select id from accounts.email_changes where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
