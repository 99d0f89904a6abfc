import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** Time for which a sign-in can be repeated with the same ID token, by a client that lost the answer. */
export const repeatMs = 60_000;

/**
 * Returns whether the session is live. Called when an access token is used. Stores the first use if a sign-in could
 * still be repeated.
 */
export async function isSessionLive(sql: Sql, sessionId: string, now: Date): Promise<boolean> {
  const repeatedFrom = new Date(now.getTime() - repeatMs);
  const [session] = await sql<{ is_unused: boolean }[]>`
    select used_at is null and created_at >= ${repeatedFrom} as is_unused
    from social.sessions where id = ${sessionId} and ended_at is null and expires_at > ${now}`;
  if (session?.is_unused) {
    await sql`update social.sessions set used_at = ${now} where id = ${sessionId} and used_at is null`;
  }
  return session !== undefined;
}

export async function isEndedByDeletion(sql: Sql, sessionId: string): Promise<boolean> {
  const rows = await sql`
    select from social.sessions s join social.users u on u.id = s.user_id
    where s.id = ${sessionId} and s.ended_at >= u.deleted_at`;
  return rows.count > 0;
}

export interface SessionRow {
  id: string;
  user_id: string;
  sealed_key: Buffer;
  generation: number;
  expires_at: Date;
  ended_at: Date | null;
  used_at: Date | null;
}

export async function insertSession(
  tx: Tx,
  session: { id: string; userId: string; sealedKey: Buffer; now: Date; provenAt: Date; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into social.sessions (id, user_id, sealed_key, created_at, proven_at, expires_at)
    values (${session.id}, ${session.userId}, ${session.sealedKey}, ${session.now}, ${session.provenAt},
            ${session.expiresAt})`;
}

/** Returns the time when the user of a session proved their identity. */
export async function findProof(sql: Sql, sessionId: string): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date }[]>`
    select coalesce(proven_at, created_at) as at from social.sessions where id = ${sessionId}`;
  return row?.at;
}

export async function lockSession(tx: Tx, sessionId: string): Promise<SessionRow | undefined> {
  const [row] = await tx<SessionRow[]>`
    select id, user_id, sealed_key, generation, expires_at, ended_at, used_at
    from social.sessions where id = ${sessionId} for update`;
  return row;
}

export async function rotateSession(tx: Tx, sessionId: string, expiresAt: Date): Promise<void> {
  await tx`
    update social.sessions set generation = generation + 1, expires_at = ${expiresAt}
    where id = ${sessionId}`;
}

/**
 * Ends the session and deletes its devices, so that they get no more notifications and their addresses are not kept.
 */
export async function endSession(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx`
    with ended as (
      update social.sessions set ended_at = ${now} where id = ${sessionId} and ended_at is null returning id
    )
    delete from social.devices where session_id in (select id from ended)`;
}

export async function endUserSessions(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    with ended as (
      update social.sessions set ended_at = ${now} where user_id = ${userId} and ended_at is null returning id
    ), forgotten as (
      delete from social.devices where session_id in (select id from ended)
    )
    select id from ended`;
  return rows.map((row) => row.id);
}

/** Deletes at most `limit` used ID tokens that are too old to be accepted. Returns the number deleted. */
export async function removeOldIdTokens(sql: Sql, now: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.used_id_tokens where token_hash in (
      select token_hash from social.used_id_tokens where expires_at < ${now} order by expires_at limit ${limit})`;
  return rows.count;
}

/** Deletes at most `limit` sessions that expired before the given time. Returns the number deleted. */
export async function removeOldSessions(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.sessions
    where id in (select id from social.sessions where expires_at < ${before} limit ${limit})`;
  return rows.count;
}
