import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { RecordedKind } from '../../delivery/updates/update.rules.ts';

export interface UpdateRow {
  userId: string;
  seq: bigint;
  kind: RecordedKind;
  lowId: string | null;
  highId: string | null;
  messageId: string | null;
  body: unknown;
  createdAt: Date;
  /**
   * True if the update names no other user, or the other user is active and combined with the viewer. The end of a
   * combination is always visible.
   */
  visible: boolean;
}

/** Returns updates of many users, each after the user’s own number, at most `limit` per user. */
export async function findUpdates(
  sql: Sql,
  wanted: readonly { userId: string; since: number }[],
  { limit, now }: { limit: number; now: Date },
): Promise<UpdateRow[]> {
  return sql<UpdateRow[]>`
    select u.user_id as "userId", u.seq, u.kind, u.low_id as "lowId", u.high_id as "highId",
           u.message_id as "messageId", u.body, u.created_at as "createdAt",
           u.kind in ('combination_undone', 'event', 'notice', 'report')
             or exists (select from social.users o
                        where o.id = u.other_id and o.deleted_at is null and o.suspended_until <= ${now})
             and exists (
               select from social.pairs p
               where p.low_id = least(u.user_id, u.other_id) and p.high_id = greatest(u.user_id, u.other_id)
                 and p.combined_at is not null)
             -- Hides read marks of messages that the viewer has emptied, or of an earlier combination.
             and not exists (
               select from social.chats c
               where u.kind = 'read'
                 and c.low_id = least(u.user_id, u.other_id) and c.high_id = greatest(u.user_id, u.other_id)
                 and case when u.user_id = c.low_id then c.low_cleared_id else c.high_cleared_id end
                     >= (u.body->>'upTo')::uuid) as visible
    from unnest(${wanted.map((w) => w.userId)}::uuid[], ${wanted.map((w) => w.since)}::bigint[]) as w (user_id, since)
    cross join lateral (
      select u.*, case u.kind
               when 'message' then case when u.low_id = u.user_id then u.high_id else u.low_id end
               when 'typing' then (u.body->>'from')::uuid
               when 'combination' then (u.body->>'userId')::uuid
               when 'chat_emptied' then (u.body->>'userId')::uuid
               when 'read' then coalesce(nullif((u.body->>'by')::uuid, u.user_id), (u.body->>'of')::uuid)
             end as other_id
      from social.updates u
      where u.user_id = w.user_id and u.seq > w.since
        -- Excludes later partitions. Clocks of processes differ by less than a day.
        and u.created_at < ${now}::timestamptz + interval '1 day'
      order by u.seq limit ${limit}
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
