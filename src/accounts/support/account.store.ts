import type { Sql } from '../../platform/postgres/client/database.ts';

export interface Account {
  id: string;
  email: string;
  /** False where a social login only states the address. */
  owns_email: boolean;
  email_confirmed_at: Date | null;
  has_password: boolean;
  totp_enabled: boolean;
  issuers: string[];
  sessions: number;
  created_at: Date;
  erase_at: Date | null;
}

/** By one of the two; the other is null. */
export async function findAccountBy(
  sql: Sql,
  by: { id: string | null; emailKey: string | null },
  now: Date,
): Promise<Account | undefined> {
  const [row] = await sql<Account[]>`
    select u.id, u.email, u.email_key is not null as owns_email, u.email_confirmed_at,
      u.password_hash is not null as has_password, u.created_at, u.erase_at,
      exists (
        select from accounts.totp_secrets t where t.user_id = u.id and t.confirmed_at is not null
      ) as totp_enabled,
      array(select i.issuer from accounts.social_identities i where i.user_id = u.id order by i.created_at) as issuers,
      (select count(*)::int from accounts.sessions s where s.user_id = u.id and s.expires_at > ${now}) as sessions
    from accounts.users u where u.id = ${by.id}::uuid or u.email_key = ${by.emailKey}`;
  return row;
}
