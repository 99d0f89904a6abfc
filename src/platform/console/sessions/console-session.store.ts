import type { Sql, Tx } from '../../postgres/client/database.ts';
import type { OuterJoined } from '../../postgres/client/sql.ts';
import type { Role } from '../people/roles.rules.ts';
import type { Stage } from './session.rules.ts';

interface SessionRow {
  id: string;
  person_id: string;
  stage: Stage;
  form_token: string;
  factor_at: Date | null;
  created_at: Date;
  seen_at: Date;
  email: string;
  name: string;
  has_totp: boolean;
  has_passkey: boolean;
  has_temporary_password: boolean;
}

interface PlaceRow {
  kind: string;
  organisation: string;
  role: Role;
}

export type SessionAndPlaces = SessionRow & OuterJoined<PlaceRow>;

/**
 * Returns one row per membership, or one row without a membership if there is none. Returns no rows if the session has
 * ended.
 */
export async function findSessionRows(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
  idleSince: Date,
): Promise<SessionAndPlaces[]> {
  return sql<SessionAndPlaces[]>`
    select s.id, s.person_id, s.stage, s.form_token, s.factor_at, s.created_at, s.seen_at, p.email, p.name,
      exists (select from platform.person_totp t where t.person_id = p.id and t.confirmed_at is not null) as has_totp,
      exists (select from platform.person_passkeys k where k.person_id = p.id) as has_passkey,
      p.password_expires_at is not null as has_temporary_password,
      m.kind, m.organisation, m.role
    from platform.console_sessions s
    join platform.people p on p.id = s.person_id and p.disabled_at is null
      and (p.password_expires_at is null or p.password_expires_at > ${now})
    left join platform.memberships m on m.person_id = p.id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.seen_at > ${idleSince}
    order by m.kind = 'staff' desc, m.kind, m.created_at, m.organisation`;
}

export interface NewSession {
  id: string;
  tokenHash: Buffer;
  personId: string;
  stage: Stage;
  formToken: string;
  now: Date;
  expiresAt: Date;
  address: string;
  userAgent: string;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx`
    insert into platform.console_sessions
      (id, token_hash, person_id, stage, form_token, created_at, expires_at, seen_at, address, user_agent)
    values (${session.id}, ${session.tokenHash}, ${session.personId}, ${session.stage}, ${session.formToken},
      ${session.now}, ${session.expiresAt}, ${session.now}, ${session.address}, ${session.userAgent})`;
}

export async function touchSession(sql: Sql, id: string, now: Date): Promise<void> {
  await sql`update platform.console_sessions set seen_at = ${now} where id = ${id} and seen_at < ${now}`;
}

/** Raises a session to full access and replaces its token. Returns false if the session has ended. */
export async function raiseSession(
  tx: Tx,
  id: string,
  raised: { tokenHash: Buffer; factorAt: Date | null; expiresAt: Date },
): Promise<boolean> {
  const rows = await tx`
    update platform.console_sessions
    set token_hash = ${raised.tokenHash}, stage = 'full', factor_at = coalesce(${raised.factorAt}, factor_at),
      expires_at = case when stage = 'full' then expires_at else ${raised.expiresAt} end
    where id = ${id} returning 1`;
  return rows.length > 0;
}

export interface ListedSession {
  id: string;
  stage: Stage;
  created_at: Date;
  seen_at: Date;
  address: string;
  user_agent: string;
}

export async function listSessions(
  sql: Sql,
  personId: string,
  now: Date,
  idleSince: Date,
): Promise<ListedSession[]> {
  return sql<ListedSession[]>`
    select id, stage, created_at, seen_at, address, user_agent from platform.console_sessions
    where person_id = ${personId} and expires_at > ${now} and seen_at > ${idleSince}
    order by seen_at desc, id limit 100`;
}

/** Deletes at most `limit` expired sessions and returns their number. */
export async function deleteSessionsBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from platform.console_sessions where id in (
      select id from platform.console_sessions where expires_at < ${before}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return rows.count;
}
