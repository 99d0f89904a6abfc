import type { Sql, Tx } from '../../postgres/client/database.ts';
import type { Stage } from './session.rules.ts';

/** Reasons for the end of a session before its time. They are stored. */
export type EndReason = 'ended' | 'password' | 'disabled' | 'reset';

/** Either the reason, or the row of a session. */
export interface EndRow {
  reason: EndReason | null;
  stage: Stage | null;
  expires_at: Date | null;
  seen_at: Date | null;
  disabled: boolean | null;
  password_expires_at: Date | null;
}

export async function findSessionEnd(sql: Sql, tokenHash: Buffer): Promise<EndRow | undefined> {
  const [row] = await sql<EndRow[]>`
    select reason, null as stage, null::timestamptz as expires_at, null::timestamptz as seen_at,
      null::boolean as disabled, null::timestamptz as password_expires_at
    from platform.console_session_ends where token_hash = ${tokenHash}
    union all
    select null, s.stage, s.expires_at, s.seen_at, p.disabled_at is not null, p.password_expires_at
    from platform.console_sessions s join platform.people p on p.id = s.person_id where s.token_hash = ${tokenHash}
    limit 1`;
  return row;
}

/** Which sessions of a person end, why and when. `only` and `except` are ids of sessions. */
export interface Ending {
  readonly personId: string;
  readonly only?: string;
  readonly except?: string | null;
  readonly reason: EndReason;
  readonly now: Date;
}

/** Deletes sessions of a person, keeps the reason for their browsers, and returns the number of sessions. */
export async function endSessionRows(
  tx: Tx,
  { personId, only, except = null, reason, now }: Ending,
): Promise<number> {
  const rows = await tx`
    with deleted as (
      delete from platform.console_sessions
      where person_id = ${personId} and id is distinct from ${except}::uuid
        and (${only ?? null}::uuid is null or id = ${only ?? null}::uuid)
      returning token_hash
    )
    insert into platform.console_session_ends (token_hash, reason, ended_at)
    select token_hash, ${reason}, ${now}::timestamptz from deleted
    on conflict (token_hash) do nothing`;
  return rows.count;
}

/** Deletes at most `limit` reasons from before a time and returns their number. */
export async function deleteEndsBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from platform.console_session_ends where token_hash in (
      select token_hash from platform.console_session_ends where ended_at < ${before} order by ended_at limit ${limit})`;
  return rows.count;
}
