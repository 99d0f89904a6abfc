import type { Sql } from '../../../platform/postgres/client/database.ts';

export interface Account {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  /** False if the address is only stated by a social login. */
  owns_email: boolean;
  email_confirmed_at: Date | null;
  has_password: boolean;
  totp_enabled: boolean;
  issuers: string[];
  sessions: number;
  /** Address that has not been confirmed yet. */
  new_email: string | null;
  /** Former addresses that the account can return to, each with the expiry of its latest link. */
  ways_back: { email: string; until: string }[];
  created_at: Date;
  erase_at: Date | null;
}

/** Finds an account by one of the two; the other is null. */
export async function findAccountBy(
  sql: Sql,
  by: { id: string | null; emailKey: string | null },
  now: Date,
): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`
    select u.id, u.email, u.first_name, u.last_name, u.email_key is not null as owns_email, u.email_confirmed_at,
      u.password_hash is not null as has_password, u.created_at, u.erase_at,
      exists (
        select from accounts.totp_secrets t where t.user_id = u.id and t.confirmed_at is not null
      ) as totp_enabled,
      array(select i.issuer from accounts.social_identities i where i.user_id = u.id order by i.created_at) as issuers,
      (select count(*)::int from accounts.sessions s where s.user_id = u.id and s.expires_at > ${now}) as sessions,
      (
        select c.email from accounts.email_changes c where c.user_id = u.id and c.expires_at > ${now}
        order by c.created_at desc limit 1
      ) as new_email,
      coalesce((
        select json_agg(json_build_object('email', w.email, 'until', w.until) order by w.until) from (
          select email, max(expires_at) as until from accounts.email_ways_back
          where user_id = u.id and expires_at > ${now} group by email
        ) w
      ), '[]') as ways_back
    from accounts.users u where u.id = ${by.id}::uuid or u.email_key = ${by.emailKey}`;
  return row;
}

export interface ListedAccount {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  owns_email: boolean;
  email_confirmed_at: Date | null;
  totp_enabled: boolean;
  created_at: Date;
  erase_at: Date | null;
}

/** Newest first. */
export async function findAccounts(sql: Sql, before: string | null, limit: number): Promise<ListedAccount[]> {
  return sql<ListedAccount[]>`
    select u.id, u.email, u.first_name, u.last_name, u.email_key is not null as owns_email, u.email_confirmed_at,
      exists (
        select from accounts.totp_secrets t where t.user_id = u.id and t.confirmed_at is not null
      ) as totp_enabled,
      u.created_at, u.erase_at
    from accounts.users u where u.id < ${before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}
    order by u.id desc limit ${limit}`;
}

export interface AccountDevice {
  description: string;
  created_at: Date;
  last_used_at: Date;
}

export async function findDevices(sql: Sql, userId: string): Promise<AccountDevice[]> {
  return sql<AccountDevice[]>`
    select description, created_at, last_used_at from accounts.known_devices
    where user_id = ${userId} order by last_used_at desc limit 50`;
}

export interface AccountIdentity {
  issuer: string;
  email: string | null;
  created_at: Date;
}

export async function findIdentities(sql: Sql, userId: string): Promise<AccountIdentity[]> {
  return sql<AccountIdentity[]>`
    select issuer, email, created_at from accounts.social_identities
    where user_id = ${userId} order by created_at limit 50`;
}
