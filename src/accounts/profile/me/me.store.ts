import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

export interface MeRow {
  id: string;
  email: string;
  email_confirmed: boolean;
  first_name: string;
  last_name: string;
  picture_name: string | null;
  picture_url: string | null;
  language: string;
  has_password: boolean;
  totp_enabled: boolean;
  identities: { issuer: string; linked_at: string }[];
  created_at: Date;
}

/** Reads everything in one statement, because apps call this often. */
export async function findMe(sql: Sql, userId: string): Promise<MeRow | undefined> {
  const [row] = await sql<MeRow[]>`
    select u.id, u.email, u.email_confirmed_at is not null as email_confirmed, u.first_name, u.last_name,
      u.picture_name, u.picture_url, u.language, u.password_hash is not null as has_password, u.created_at,
      exists (
        select from accounts.totp_secrets t where t.user_id = u.id and t.confirmed_at is not null
      ) as totp_enabled,
      coalesce((
        select json_agg(json_build_object('issuer', i.issuer, 'linked_at', i.created_at) order by i.created_at)
        from accounts.social_identities i where i.user_id = u.id
      ), '[]') as identities
    from accounts.users u where u.id = ${userId}`;
  return row;
}

export async function updateProfile(
  tx: Tx,
  userId: string,
  change: { firstName: string | null; lastName: string | null; language: string | null },
): Promise<void> {
  await tx`
    update accounts.users
    set first_name = coalesce(${change.firstName}, first_name), last_name = coalesce(${change.lastName}, last_name),
      language = coalesce(${change.language}, language)
    where id = ${userId}`;
}
