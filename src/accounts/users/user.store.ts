import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface UserRow {
  id: string;
  email: string;
  email_key: string | null;
  email_confirmed_at: Date | null;
  first_name: string;
  last_name: string;
  password_hash: string | null;
  password_changed_at: Date | null;
  one_time_password_hash: Buffer | null;
  one_time_password_expires_at: Date | null;
  picture_name: string | null;
  picture_url: string | null;
  language: string;
  erase_at: Date | null;
  first_signed_in_at: Date | null;
}

export async function findRowByEmailKey(
  sql: Sql | Tx,
  emailKey: string,
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    select id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, password_changed_at,
      one_time_password_hash, one_time_password_expires_at, picture_name, picture_url, language, erase_at,
      first_signed_in_at
    from accounts.users where email_key = ${emailKey} and (erase_at is null or erase_at > ${now})`;
  return row;
}

export async function findRowById(sql: Sql | Tx, id: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    select id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, password_changed_at,
      one_time_password_hash, one_time_password_expires_at, picture_name, picture_url, language, erase_at,
      first_signed_in_at
    from accounts.users where id = ${id} and (erase_at is null or erase_at > ${now})`;
  return row;
}

/** Locks the user. `for update` would wait for every audit row about the user that is being written. */
export async function lockRow(tx: Tx, id: string, now: Date): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`
    select id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, password_changed_at,
      one_time_password_hash, one_time_password_expires_at, picture_name, picture_url, language, erase_at,
      first_signed_in_at
    from accounts.users where id = ${id} and (erase_at is null or erase_at > ${now}) for no key update`;
  return row;
}

export async function isTotpConfirmed(sql: Sql | Tx, userId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from accounts.totp_secrets where user_id = ${userId} and confirmed_at is not null`;
  return rows.length > 0;
}
