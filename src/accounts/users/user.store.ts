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
  created_at: Date;
  erase_at: Date | null;
}

export interface NewUser {
  id: string;
  email: string;
  emailKey: string | null;
  emailConfirmedAt: Date | null;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  pictureUrl: string | null;
  language: string;
  createdAt: Date;
}

export function insertUser(tx: Tx, user: NewUser): void {
  tx.defer(tx`
    insert into accounts.users (id, email, email_key, email_confirmed_at, first_name, last_name, password_hash,
      password_changed_at, picture_url, language, created_at)
    values (${user.id}, ${user.email}, ${user.emailKey}, ${user.emailConfirmedAt}, ${user.firstName},
      ${user.lastName}, ${user.passwordHash}, ${user.passwordHash === null ? null : user.createdAt},
      ${user.pictureUrl}, ${user.language}, ${user.createdAt})`);
}

export async function findUserByEmailKey(sql: Sql | Tx, emailKey: string): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    select id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, password_changed_at,
      one_time_password_hash, one_time_password_expires_at, picture_name, picture_url, language, created_at, erase_at
    from accounts.users where email_key = ${emailKey}`;
  return row;
}

export async function findUserById(sql: Sql | Tx, id: string): Promise<UserRow | undefined> {
  const [row] = await sql<UserRow[]>`
    select id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, password_changed_at,
      one_time_password_hash, one_time_password_expires_at, picture_name, picture_url, language, created_at, erase_at
    from accounts.users where id = ${id}`;
  return row;
}

/** Not `for update`: that would wait for every audit row about the user that is being written. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`
    select id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, password_changed_at,
      one_time_password_hash, one_time_password_expires_at, picture_name, picture_url, language, created_at, erase_at
    from accounts.users where id = ${id} for no key update`;
  return row;
}

/**
 * Locks a user who wants in, and tells whether a code is asked for: read after the lock, in a statement of its own, which
 * sees what others committed while this one waited.
 */
export async function lockCandidate(
  tx: Tx,
  id: string,
): Promise<(UserRow & { has_totp: boolean }) | undefined> {
  tx.defer(tx`select from accounts.users where id = ${id} for no key update`);
  const [row] = await tx<(UserRow & { has_totp: boolean })[]>`
    select id, email, email_key, email_confirmed_at, first_name, last_name, password_hash, password_changed_at,
      one_time_password_hash, one_time_password_expires_at, picture_name, picture_url, language, created_at, erase_at,
      exists (
        select from accounts.totp_secrets t where t.user_id = users.id and t.confirmed_at is not null
      ) as has_totp
    from accounts.users where id = ${id}`;
  return row;
}

/**
 * Locks the user before looking whether the identity still leads there: it must not get in past a new password that
 * was just taking it away.
 */
export async function lockUserByIdentity(
  tx: Tx,
  issuer: string,
  subject: string,
): Promise<UserRow | undefined> {
  tx.defer(tx`
    select from accounts.users
    where id = (select user_id from accounts.social_identities where issuer = ${issuer} and subject = ${subject})
    for no key update`);
  const [row] = await tx<UserRow[]>`
    select u.id, u.email, u.email_key, u.email_confirmed_at, u.first_name, u.last_name, u.password_hash,
      u.password_changed_at, u.one_time_password_hash, u.one_time_password_expires_at, u.picture_name, u.picture_url, u.language,
      u.created_at, u.erase_at
    from accounts.social_identities i join accounts.users u on u.id = i.user_id
    where i.issuer = ${issuer} and i.subject = ${subject}`;
  return row;
}

export interface IdentityRow {
  issuer: string;
  subject: string;
  email: string | null;
  created_at: Date;
}

export async function insertIdentity(tx: Tx, userId: string, identity: IdentityRow): Promise<void> {
  await tx`
    insert into accounts.social_identities (issuer, subject, user_id, email, created_at)
    values (${identity.issuer}, ${identity.subject}, ${userId}, ${identity.email}, ${identity.created_at})`;
}

/** False where somebody has it already. */
export async function insertNewIdentity(tx: Tx, userId: string, identity: IdentityRow): Promise<boolean> {
  const rows = await tx`
    insert into accounts.social_identities (issuer, subject, user_id, email, created_at)
    values (${identity.issuer}, ${identity.subject}, ${userId}, ${identity.email}, ${identity.created_at})
    on conflict do nothing returning user_id`;
  return rows.length > 0;
}

export async function updatePasswordHash(
  tx: Tx,
  id: string,
  passwordHash: string,
  changedAt: Date,
): Promise<void> {
  await tx`
    update accounts.users
    set password_hash = ${passwordHash}, password_changed_at = ${changedAt}, one_time_password_hash = null,
      one_time_password_expires_at = null
    where id = ${id}`;
}

/** The same password under stronger parameters; not where it was changed meanwhile. */
export async function replacePasswordHash(tx: Tx, id: string, before: string, after: string): Promise<void> {
  await tx`update accounts.users set password_hash = ${after} where id = ${id} and password_hash = ${before}`;
}

export async function setOneTimePassword(
  tx: Tx,
  id: string,
  passwordHash: Buffer | null,
  expiresAt: Date | null,
): Promise<void> {
  await tx`
    update accounts.users
    set one_time_password_hash = ${passwordHash}, one_time_password_expires_at = ${expiresAt} where id = ${id}`;
}

/** True for the one who came first: two sign-ins at once cannot both use it. */
export async function takeOneTimePassword(tx: Tx, id: string, passwordHash: Buffer): Promise<boolean> {
  const rows = await tx`
    update accounts.users set one_time_password_hash = null, one_time_password_expires_at = null
    where id = ${id} and one_time_password_hash = ${passwordHash} returning id`;
  return rows.length > 0;
}

export async function confirmEmail(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`update accounts.users set email_confirmed_at = coalesce(email_confirmed_at, ${at}) where id = ${id}`;
}

/** In the place of any that lies elsewhere. */
export async function setPictureName(tx: Tx, id: string, name: string | null): Promise<void> {
  await tx`update accounts.users set picture_name = ${name}, picture_url = null where id = ${id}`;
}

export async function updateProfile(
  tx: Tx,
  id: string,
  change: { firstName: string | null; lastName: string | null; language: string | null },
): Promise<void> {
  await tx`
    update accounts.users
    set first_name = coalesce(${change.firstName}, first_name), last_name = coalesce(${change.lastName}, last_name),
      language = coalesce(${change.language}, language)
    where id = ${id}`;
}

export function setEraseAt(tx: Tx, id: string, eraseAt: Date | null): void {
  tx.defer(tx`update accounts.users set erase_at = ${eraseAt} where id = ${id}`);
}

export async function findUsersToErase(sql: Sql, now: Date, limit: number): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`
    select id from accounts.users where erase_at <= ${now} order by erase_at limit ${limit}`;
}

/** Everything that belongs to the user goes with the row. Not where it was taken back a moment ago. */
export async function deleteUser(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await tx`delete from accounts.users where id = ${id} and erase_at <= ${now} returning id`;
  return rows.length > 0;
}
