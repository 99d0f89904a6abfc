import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import type { UpdateKind } from './live.rules.ts';

export interface NewUpdate {
  userId: string;
  kind: UpdateKind;
  message?: { lowId: string; highId: string; id: string };
  body?: unknown;
}

/**
 * Two parts of a `with`, after one that is called `given`: (user_id, kind, low_id, high_id, message_id, body). The
 * counters are locked in the order of the users, so that two messages that cross do not wait for each other, and until
 * the commit, so that numbers become visible in their order. Each user at most once in a statement.
 */
export function recordGivenPiece(sql: Sql | Tx, now: Date): Query {
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
    ), ${recordGivenPiece(tx, now)}
    select 1`;
}

export interface UpdateRow {
  userId: string;
  seq: bigint;
  kind: UpdateKind;
  lowId: string | null;
  highId: string | null;
  messageId: string | null;
  body: unknown;
  createdAt: Date;
  /** The other one is there, and neither has blocked the other. */
  visible: boolean;
}

/** For many users at once, each from its own number on, at most `limit` of each. */
export async function findUpdates(
  sql: Sql,
  wanted: readonly { userId: string; since: number }[],
  limit: number,
  now: Date,
): Promise<UpdateRow[]> {
  return sql<UpdateRow[]>`
    select u.user_id as "userId", u.seq, u.kind, u.low_id as "lowId", u.high_id as "highId",
           u.message_id as "messageId", u.body, u.created_at as "createdAt",
           exists (select from social.users o where o.id = u.other_id and o.deleted_at is null)
             and not exists (
               select from social.pairs p
               where p.low_id = least(u.user_id, u.other_id) and p.high_id = greatest(u.user_id, u.other_id)
                 and (p.low_blocked_until > ${now} or p.high_blocked_until > ${now})) as visible
    from unnest(${wanted.map((w) => w.userId)}::uuid[], ${wanted.map((w) => w.since)}::bigint[]) as w (user_id, since)
    cross join lateral (
      select u.*, case u.kind
               when 'message' then case when u.low_id = u.user_id then u.high_id else u.low_id end
               when 'typing' then (u.body->>'from')::uuid
               when 'combination' then (u.body->>'userId')::uuid
               when 'read' then coalesce(nullif((u.body->>'by')::uuid, u.user_id), (u.body->>'of')::uuid)
             end as other_id
      from social.updates u where u.user_id = w.user_id and u.seq > w.since order by u.seq limit ${limit}
    ) u
    order by u.user_id, u.seq`;
}

export async function findCounter(
  sql: Sql,
  userId: string,
): Promise<{ lastSeq: number; forgottenSeq: number }> {
  const [row] = await sql<{ last: bigint; forgotten: bigint }[]>`
    select last_seq as last, forgotten_seq as forgotten from social.update_counters where user_id = ${userId}`;
  return { lastSeq: Number(row?.last ?? 0n), forgottenSeq: Number(row?.forgotten ?? 0n) };
}

/** Old ones, some thousands at a time; how many. Users are told that their numbers begin later now. */
export async function forgetUpdates(sql: Sql, before: Date, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with gone as (
      delete from social.updates
      where (user_id, seq) in (select user_id, seq from social.updates where created_at < ${before} limit ${limit})
      returning user_id, seq
    ), noted as (
      update social.update_counters c set forgotten_seq = greatest(c.forgotten_seq, latest.seq)
      from (select user_id, max(seq) as seq from gone group by user_id) latest
      where c.user_id = latest.user_id
    )
    select count(*)::integer as count from gone`;
  return row?.count ?? 0;
}

/** Nobody misses them, so nobody is told. */
export async function forgetTyping(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.updates
    where (user_id, seq) in (
      select user_id, seq from social.updates where kind = 'typing' and created_at < ${before} limit ${limit})`;
  return rows.count;
}

export async function deleteUpdatesOfUser(tx: Tx, userId: string): Promise<void> {
  await tx`delete from social.updates where user_id = ${userId}`;
  await tx`delete from social.update_counters where user_id = ${userId}`;
  await tx`delete from social.presences where user_id = ${userId}`;
}
