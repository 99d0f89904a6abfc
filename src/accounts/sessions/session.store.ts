import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface SessionRow {
  id: string;
  user_id: string;
  must_change_password: boolean;
  one_time_password_hash: Buffer | null;
  created_at: Date;
  authenticated_at: Date;
  amr: string[] | null;
  last_seen_at: Date;
  expires_at: Date;
}

export interface NewSession {
  id: string;
  userId: string;
  tokenHash: Buffer;
  mustChangePassword: boolean;
  oneTimePasswordHash: Buffer | null;
  address: string;
  userAgent: string;
  createdAt: Date;
  /** Time of authentication, if it was before the session began. */
  authenticatedAt: Date | null;
  amr: readonly string[];
  expiresAt: Date;
}

export async function findSessionByHash(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    select id, user_id, must_change_password, one_time_password_hash, created_at,
      coalesce(authenticated_at, created_at) as authenticated_at, amr, last_seen_at, expires_at
    from accounts.sessions where token_hash = ${tokenHash} and expires_at > ${now}`;
  return row;
}

/** Runs outside a transaction. If the update is lost, "last seen" is a few minutes off. */
export async function touchSession(sql: Sql, id: string, now: Date, expiresAt: Date): Promise<void> {
  await sql`update accounts.sessions set last_seen_at = ${now}, expires_at = ${expiresAt} where id = ${id}`;
}

export function insertSession(tx: Tx, session: NewSession): void {
  tx.defer(tx`
    insert into accounts.sessions
      (id, user_id, token_hash, must_change_password, one_time_password_hash, address, user_agent, created_at,
        last_seen_at, expires_at, authenticated_at, amr)
    values (${session.id}, ${session.userId}, ${session.tokenHash}, ${session.mustChangePassword},
      ${session.oneTimePasswordHash}, ${session.address}, ${session.userAgent}, ${session.createdAt}, ${session.createdAt}, ${session.expiresAt},
      ${session.authenticatedAt}, ${session.amr}::text[])`);
}

/** Gives an open session another token and a longer life. Returns its end, or undefined if it has ended. */
export async function replaceToken(
  tx: Tx,
  session: Pick<NewSession, 'id' | 'userId' | 'tokenHash' | 'authenticatedAt' | 'amr'>,
  { now, idleMs, longestMs }: { now: Date; idleMs: number; longestMs: number },
): Promise<Date | undefined> {
  const [row] = await tx<{ expires_at: Date }[]>`
    update accounts.sessions set token_hash = ${session.tokenHash}, last_seen_at = ${now},
      authenticated_at = ${session.authenticatedAt}, amr = ${session.amr}::text[],
      expires_at = least(${new Date(now.getTime() + idleMs)}::timestamptz,
        created_at + ${longestMs}::bigint * interval '1 ms')
    where id = ${session.id} and user_id = ${session.userId} and expires_at > ${now}
    returning expires_at`;
  return row?.expires_at;
}

export interface ListedSession {
  id: string;
  address: string;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
}

export async function listSessions(sql: Sql, userId: string, now: Date): Promise<ListedSession[]> {
  return sql<ListedSession[]>`
    select id, address, user_agent, created_at, last_seen_at, expires_at
    from accounts.sessions where user_id = ${userId} and expires_at > ${now}
    order by last_seen_at desc, id desc limit 200`;
}

export interface ListedApplication extends ListedSession {
  client_id: string;
  client_name: string;
  logo_uri: string | null;
  scope: string | null;
}

/** Lists what applications may do in the user's name, each with the session that it belongs to. */
export async function listApplications(sql: Sql, userId: string, now: Date): Promise<ListedApplication[]> {
  return sql<ListedApplication[]>`
    select g.public_id as id, s.address, s.user_agent, g.created_at, coalesce(g.used_at, g.created_at) as last_seen_at,
      s.expires_at, c.id as client_id, c.metadata->>'client_name' as client_name, c.metadata->>'logo_uri' as logo_uri,
      g.payload->'openid'->>'scope' as scope
    from accounts.sessions s
    join accounts.oidc_artefacts g on g.session_id = s.id and g.kind = 'Grant'
    join accounts.oidc_clients c on c.id = g.client_id
    where s.user_id = ${userId} and s.expires_at > ${now}
    order by last_seen_at desc, id desc limit 200`;
}

/** Removes an application's grant with its tokens. Returns the client, or undefined if there is no such grant. */
export async function deleteApplication(tx: Tx, userId: string, id: string): Promise<string | undefined> {
  const [row] = await tx<{ client_id: string }[]>`
    delete from accounts.oidc_artefacts g using accounts.sessions s
    where s.user_id = ${userId} and g.session_id = s.id and g.kind = 'Grant' and g.public_id = ${id}
    returning g.client_id`;
  return row?.client_id;
}

export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx`delete from accounts.sessions where id = ${id} and user_id = ${userId} returning id`;
  return rows.length > 0;
}

/** Deletes all sessions of a user, or all but one. */
export async function deleteSessions(tx: Tx, userId: string, exceptId: string | null): Promise<number> {
  const rows = await tx`
    delete from accounts.sessions where user_id = ${userId} and id is distinct from ${exceptId}::uuid returning id`;
  return rows.length;
}

export async function deletePasswordChangeSessions(tx: Tx, userId: string): Promise<void> {
  await tx`delete from accounts.sessions where user_id = ${userId} and must_change_password`;
}

/** Deletes at most `limit` rows, skips locked ones, and returns the number deleted. */
export async function deleteExpiredSessions(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.sessions where id in (
      select id from accounts.sessions where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
