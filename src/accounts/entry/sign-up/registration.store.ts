import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

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

/** Inserts a registration. `network` is the client's network from `clientNetworkOf`; its column is called household. */
export function insertPendingRegistration(tx: Tx, row: PendingRegistration & { network: string }): void {
  tx.defer(tx`
    insert into accounts.pending_registrations (id, email, email_key, first_name, last_name, password_hash, picture,
      language, household, created_at, expires_at)
    values (${row.id}, ${row.email}, ${row.email_key}, ${row.first_name}, ${row.last_name}, ${row.password_hash},
      ${row.picture}, ${row.language}, ${row.network}, ${row.created_at}, ${row.expires_at})`);
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

export interface WaitingRegistration {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  created_at: Date;
  expires_at: Date;
  mailed: boolean;
}

/** Returns the newest unexpired registrations of one address. */
export async function findWaiting(
  sql: Sql,
  emailKey: string,
  now: Date,
  limit: number,
): Promise<WaitingRegistration[]> {
  return sql<WaitingRegistration[]>`
    select id, email, first_name, last_name, created_at, expires_at, token_hash is not null as mailed
    from accounts.pending_registrations where email_key = ${emailKey} and expires_at > ${now}
    order by created_at desc, id desc limit ${limit}`;
}

export async function setTokenHash(tx: Tx, id: string, tokenHash: Buffer): Promise<void> {
  await tx`update accounts.pending_registrations set token_hash = ${tokenHash} where id = ${id}`;
}

export interface TokenHolder {
  id: string;
  email: string;
  email_key: string;
  password_hash: string;
  wrong_passwords: number;
}

export async function findByTokenHash(
  sql: Sql | Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<TokenHolder | undefined> {
  const [row] = await sql<TokenHolder[]>`
    select id, email, email_key, password_hash, wrong_passwords from accounts.pending_registrations
    where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/**
 * Returns at most `most` other registrations of one address; checking each costs a password hash. The networks of the
 * clients (column household) take turns, the given one first, then by their newest registration. The newest of each
 * network comes first, then the second of each, and so on. So thousands of sign-ups from one network cannot displace
 * others. They also cost nothing to skip: each step of the recursion goes to the next network in the index.
 */
export async function listOtherRegistrations(
  sql: Sql,
  holder: Pick<TokenHolder, 'id' | 'email_key'>,
  network: string,
  now: Date,
  most: number,
): Promise<{ id: string; password_hash: string }[]> {
  return sql<{ id: string; password_hash: string }[]>`
    with recursive newest as (
      (select household, created_at, id from accounts.pending_registrations
       where email_key = ${holder.email_key}
       order by household desc, created_at desc, id desc limit 1)
      union all
      select other.household, other.created_at, other.id
      from newest cross join lateral (
        select household, created_at, id from accounts.pending_registrations
        where email_key = ${holder.email_key} and household < newest.household
        order by household desc, created_at desc, id desc limit 1
      ) other
    ), networks as (
      select household, household = ${network} as given from newest
      order by given desc, created_at desc, id desc limit ${most}
    ), candidates as (
      select own.id, own.password_hash, own.created_at, n.given,
        row_number() over (partition by n.household order by own.created_at desc, own.id desc) as turn
      from networks n cross join lateral (
        select id, password_hash, created_at from accounts.pending_registrations
        where email_key = ${holder.email_key} and household = n.household and id <> ${holder.id}
          and expires_at > ${now}
        order by created_at desc, id desc limit ${most}
      ) own
    )
    select id, password_hash from candidates order by turn, given desc, created_at desc, id desc limit ${most}`;
}

/** Counts a wrong password before the password is verified. Returns false if the limit is reached. */
export async function takeGuess(sql: Sql, id: string, most: number): Promise<boolean> {
  const rows = await sql`
    update accounts.pending_registrations set wrong_passwords = wrong_passwords + 1
    where id = ${id} and wrong_passwords < ${most} returning id`;
  return rows.length > 0;
}

export async function deletePendingRegistration(tx: Tx, id: string): Promise<void> {
  await tx`delete from accounts.pending_registrations where id = ${id}`;
}

export async function deletePendingRegistrationsOf(tx: Tx, emailKey: string, until: Date): Promise<void> {
  await tx`
    delete from accounts.pending_registrations where email_key = ${emailKey} and created_at <= ${until}`;
}

/** Deletes at most `limit` rows, skips locked ones, and returns the number deleted. */
export async function deleteExpiredRegistrations(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.pending_registrations where id in (
      select id from accounts.pending_registrations where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
