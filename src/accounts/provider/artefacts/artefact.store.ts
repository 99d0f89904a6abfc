import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';

export interface ArtefactRow {
  id_hash: Buffer;
  payload: Record<string, unknown>;
  grant_hash: Buffer | null;
  consumed_at: Date | null;
}

export interface NewArtefact {
  kind: string;
  idHash: Buffer;
  grantHash: Buffer | null;
  sessionId: string | null;
  userId: string | null;
  clientId: string | null;
  publicId: string | null;
  userCodeHash: Buffer | null;
  payload: Record<string, unknown>;
  now: Date;
  expiresAt: Date;
}

/** Finds an artefact whose session, if it belongs to one, has not ended. */
export async function findArtefact(
  sql: Tag,
  kind: string,
  idHash: Buffer,
  now: Date,
): Promise<ArtefactRow | undefined> {
  const [row] = await sql<ArtefactRow[]>`
    select a.id_hash, a.payload, a.grant_hash, a.consumed_at from accounts.oidc_artefacts a
    left join accounts.oidc_artefacts g on g.id_hash = a.grant_hash
    left join accounts.sessions s on s.id = coalesce(g.session_id, a.session_id)
    where a.id_hash = ${idHash} and a.kind = ${kind}
      and (coalesce(g.session_id, a.session_id) is null or s.expires_at > ${now})`;
  return row;
}

export async function findSessionOwner(sql: Tag, id: string, now: Date): Promise<string | undefined> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from accounts.sessions where id = ${id} and expires_at > ${now}`;
  return row?.user_id;
}

export async function findDeviceCode(sql: Tag, userCodeHash: Buffer): Promise<ArtefactRow | undefined> {
  const [row] = await sql<ArtefactRow[]>`
    select id_hash, payload, grant_hash, consumed_at from accounts.oidc_artefacts
    where user_code_hash = ${userCodeHash} and kind = 'DeviceCode'`;
  return row;
}

/**
 * Writes an artefact. Leaves out what an update does not know: the user code of a device code that was found by its
 * other code, and the session and name of a grant.
 */
export async function writeArtefact(sql: Tag, artefact: NewArtefact): Promise<void> {
  await sql`
    insert into accounts.oidc_artefacts
      (id_hash, kind, grant_hash, session_id, user_id, client_id, public_id, user_code_hash, payload, created_at, expires_at)
    values (${artefact.idHash}, ${artefact.kind}, ${artefact.grantHash}, ${artefact.sessionId}, ${artefact.userId}, ${artefact.clientId},
      ${artefact.publicId}, ${artefact.userCodeHash}, ${sql.json(artefact.payload)}, ${artefact.now},
      ${artefact.expiresAt})
    on conflict (id_hash) do update set
      grant_hash = excluded.grant_hash, payload = excluded.payload, expires_at = excluded.expires_at`;
}

/** Takes a device code for one browser. Returns false if another has taken it. */
export async function takeDeviceCode(
  sql: Tag,
  idHash: Buffer,
  payload: Record<string, unknown>,
): Promise<boolean> {
  const { count } = await sql`
    update accounts.oidc_artefacts set payload = ${sql.json(payload)}
    where id_hash = ${idHash} and not payload ? 'inFlight'`;
  return count > 0;
}

/** Stores a value that may be used once. Returns false if it was used and has not expired since. */
export async function insertOnce(sql: Tag, artefact: NewArtefact): Promise<boolean> {
  const { count } = await sql`
    insert into accounts.oidc_artefacts (id_hash, kind, payload, created_at, expires_at)
    values (${artefact.idHash}, ${artefact.kind}, ${sql.json(artefact.payload)}, ${artefact.now}, ${artefact.expiresAt})
    on conflict (id_hash) do update set created_at = excluded.created_at, expires_at = excluded.expires_at
      where accounts.oidc_artefacts.expires_at <= ${artefact.now}`;
  return count > 0;
}

export interface SessionUse {
  now: Date;
  idleMs: number;
  longestMs: number;
}

/**
 * Marks a code or token as used, as a use of its session and grant. Returns whether it was unused, and whether its
 * session is still open. Locks session, grant and token in this order, as every deletion does; otherwise the two could
 * wait for each other.
 */
export async function consumeArtefact(
  sql: Tag,
  idHash: Buffer,
  { now, idleMs, longestMs }: SessionUse,
): Promise<{ isFirst: boolean; isOpen: boolean }> {
  const [sessions, , consumed] = await Promise.all([
    sql`
      update accounts.sessions s set last_seen_at = ${now},
        expires_at = least(${new Date(now.getTime() + idleMs)}::timestamptz,
          s.created_at + ${longestMs}::bigint * interval '1 ms')
      from accounts.oidc_artefacts a join accounts.oidc_artefacts g on g.id_hash = a.grant_hash
      where a.id_hash = ${idHash} and s.id = g.session_id and s.expires_at > ${now} returning s.id`,
    sql`
      update accounts.oidc_artefacts g set used_at = ${now}
      from accounts.oidc_artefacts a where a.id_hash = ${idHash} and g.id_hash = a.grant_hash`,
    sql<{ grant_hash: Buffer | null }[]>`
      update accounts.oidc_artefacts set consumed_at = ${now}
      where id_hash = ${idHash} and consumed_at is null returning grant_hash`,
  ]);
  const [first] = consumed;
  return {
    isFirst: first !== undefined,
    isOpen: first === undefined || first.grant_hash === null || sessions.length > 0,
  };
}

/** Moves the grants and notes of a session to the one that replaces it. */
export async function moveArtefacts(tx: Tx, from: string, to: string, notesHash: Buffer): Promise<void> {
  await tx`
    update accounts.oidc_artefacts
    set session_id = ${to}, id_hash = case when kind = 'Session' then ${notesHash}::bytea else id_hash end
    where session_id = ${from}`;
}

export async function deleteArtefact(sql: Tag, idHash: Buffer): Promise<void> {
  await sql`delete from accounts.oidc_artefacts where id_hash = ${idHash}`;
}

/** Deletes what was issued under a grant. Locks the grant first, because a redemption does. */
export async function deleteIssued(sql: Tag, kind: string, grantHash: Buffer): Promise<void> {
  await Promise.all([
    sql`select 1 from accounts.oidc_artefacts where id_hash = ${grantHash} for update`,
    sql`delete from accounts.oidc_artefacts where grant_hash = ${grantHash} and kind = ${kind}`,
  ]);
}

/** Deletes at most `limit` rows, skips locked ones, and returns the number deleted. */
export async function deleteExpiredArtefacts(sql: Sql, now: Date, limit: number): Promise<number> {
  const deleted = await sql`
    delete from accounts.oidc_artefacts where id_hash in (
      select id_hash from accounts.oidc_artefacts where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`;
  return deleted.count;
}
