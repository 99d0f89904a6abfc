import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import type { RecordedKind } from './update.rules.ts';

export interface NewUpdate {
  userId: string;
  kind: RecordedKind;
  message?: { lowId: string; highId: string; id: string };
  body?: unknown;
}

/**
 * Returns two parts of a `with` clause that follow a part `given`: (user_id, kind, low_id, high_id, message_id, body).
 * Counters are locked in the order of user ids, to avoid deadlocks between messages that cross, and until the commit,
 * so that numbers become visible in order.
 * `given` must contain each user at most once.
 */
export function recordGivenFragment(sql: Sql | Tx, now: Date): Query {
  return sql`
    counted as (
      insert into social.update_counters as c (user_id, last_seq)
      select user_id, 1 from given order by user_id
      on conflict (user_id) do update set last_seq = c.last_seq + 1
      returning user_id, last_seq
    ), recorded as (
      insert into social.updates (user_id, seq, kind, low_id, high_id, message_id, body, created_at)
      select user_id, last_seq, kind, low_id, high_id, message_id, body, ${now} from given join counted using (user_id)
    )`;
}

export async function insertUpdates(tx: Tx, updates: readonly NewUpdate[], now: Date): Promise<void> {
  await tx`
    with given as (
      select * from unnest(
        ${updates.map((u) => u.userId)}::uuid[], ${updates.map((u) => u.kind)}::text[],
        ${updates.map((u) => u.message?.lowId ?? null)}::uuid[], ${updates.map((u) => u.message?.highId ?? null)}::uuid[],
        ${updates.map((u) => u.message?.id ?? null)}::uuid[],
        ${updates.map((u) => (u.body === undefined ? null : JSON.stringify(u.body)))}::jsonb[]
      ) as g (user_id, kind, low_id, high_id, message_id, body)
    ), ${recordGivenFragment(tx, now)}
    select 1`;
}

/**
 * Deletes at most `limit` old updates and returns their number. Stores the last deleted number, so that a client that
 * continues from before it is informed.
 */
export async function forgetUpdates(sql: Sql, before: Date, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with gone as (
      delete from social.updates
      where created_at < ${before} and (user_id, seq, created_at) in (
        select user_id, seq, created_at from social.updates where created_at < ${before} limit ${limit})
      returning user_id, seq
    ), noted as (
      update social.update_counters c set forgotten_seq = greatest(c.forgotten_seq, latest.seq)
      from (select user_id, max(seq) as seq from gone group by user_id) latest
      where c.user_id = latest.user_id
    )
    select count(*)::integer as count from gone`;
  return row?.count ?? 0;
}

/** Deletes old typing reports. Their numbers are not stored, because losing them does no harm. */
export async function forgetTyping(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.updates
    where created_at < ${before} and (user_id, seq, created_at) in (
      select user_id, seq, created_at from social.updates where kind = 'typing' and created_at < ${before} limit ${limit})`;
  return rows.count;
}

/** Deletes a user’s updates, and those of other users that name the user in a key or in the body. */
export async function deleteUpdatesOfUser(
  tx: Tx,
  userId: string,
  otherIds: readonly string[],
): Promise<void> {
  await tx`
    delete from social.updates
    where user_id = any(${otherIds}::uuid[])
      and (low_id = ${userId} or high_id = ${userId} or strpos(body::text, ${userId}) > 0)`;
  await tx`delete from social.updates where user_id = ${userId}`;
  await tx`delete from social.update_counters where user_id = ${userId}`;
}
