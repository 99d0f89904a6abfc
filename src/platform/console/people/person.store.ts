import type { Sql, Tx } from '../../postgres/client/database.ts';
import type { StaffRole } from './roles.rules.ts';

export interface PersonRow {
  id: string;
  email: string;
  email_key: string;
  name: string;
  password_hash: string | null;
  language: string;
  disabled_at: Date | null;
  /** Expiry of a temporary password, which has to be replaced. Null for a chosen password. */
  password_expires_at: Date | null;
}

export async function findPersonByEmail(sql: Sql | Tx, emailKey: string): Promise<PersonRow | undefined> {
  const [row] = await sql<PersonRow[]>`
    select id, email, email_key, name, password_hash, language, disabled_at, password_expires_at
    from platform.people where email_key = ${emailKey}`;
  return row;
}

export async function findPerson(sql: Sql | Tx, id: string): Promise<PersonRow | undefined> {
  const [row] = await sql<PersonRow[]>`
    select id, email, email_key, name, password_hash, language, disabled_at, password_expires_at
    from platform.people where id = ${id}`;
  return row;
}

/** Locks the person, so that changes which depend on the person run one at a time. */
export async function lockPerson(tx: Tx, id: string): Promise<PersonRow | undefined> {
  const [row] = await tx<PersonRow[]>`
    select id, email, email_key, name, password_hash, language, disabled_at, password_expires_at
    from platform.people where id = ${id} for update`;
  return row;
}

export interface NewPerson {
  id: string;
  email: string;
  emailKey: string;
  name: string;
  passwordHash: string | null;
  /** Set for a temporary password. */
  passwordExpiresAt?: Date;
  language: string;
  now: Date;
}

/** Returns false if the address is taken. */
export async function insertPerson(sql: Sql | Tx, person: NewPerson): Promise<boolean> {
  const rows = await sql`
    insert into platform.people (id, email, email_key, name, password_hash, password_expires_at, language, created_at)
    values (${person.id}, ${person.email}, ${person.emailKey}, ${person.name}, ${person.passwordHash},
      ${person.passwordExpiresAt ?? null}, ${person.language}, ${person.now})
    on conflict (email_key) do nothing returning 1`;
  return rows.length > 0;
}

/** Sets the password. With `expiresAt` it is temporary. */
export async function setPassword(
  tx: Tx,
  id: string,
  passwordHash: string,
  expiresAt: Date | null,
): Promise<void> {
  await tx`
    update platform.people set password_hash = ${passwordHash}, password_expires_at = ${expiresAt}
    where id = ${id}`;
}

/** Replaces a hash of the same password. Does nothing if the password was changed meanwhile. */
export async function replaceHash(sql: Sql, id: string, before: string, after: string): Promise<void> {
  await sql`update platform.people set password_hash = ${after} where id = ${id} and password_hash = ${before}`;
}

export async function setLanguage(sql: Sql | Tx, id: string, language: string): Promise<void> {
  await sql`update platform.people set language = ${language} where id = ${id} and language <> ${language}`;
}

/** Keeps the first time if the person is disabled already. */
export async function disablePerson(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update platform.people set disabled_at = coalesce(disabled_at, ${now}) where id = ${id}`;
}

/** Returns false if the person was not disabled. */
export async function enablePerson(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx`
    update platform.people set disabled_at = null where id = ${id} and disabled_at is not null`;
  return rows.count === 1;
}

export interface StaffMember {
  id: string;
  email: string;
  name: string;
  role: StaffRole;
  disabled_at: Date | null;
}

export async function findStaffMember(sql: Sql | Tx, emailKey: string): Promise<StaffMember | undefined> {
  const [row] = await sql<StaffMember[]>`
    select p.id, p.email, p.name, m.role, p.disabled_at from platform.people p
    join platform.memberships m on m.person_id = p.id and m.kind = 'staff'
    where p.email_key = ${emailKey}`;
  return row;
}

export async function hasActiveAdmin(sql: Sql | Tx): Promise<boolean> {
  const rows = await sql`
    select from platform.memberships m
    join platform.people p on p.id = m.person_id and p.disabled_at is null
    where m.kind = 'staff' and m.role = 'admin' limit 1`;
  return rows.length > 0;
}
