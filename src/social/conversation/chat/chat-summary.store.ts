import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { OuterJoined, Query, Tag } from '../../../platform/postgres/client/sql.ts';
import type { Pair } from '../../people/pairs/pair.rules.ts';
import type { Message } from './chat.rules.ts';

/** The message fields are null if the viewer has emptied the chat or hidden every message. */
export type SummaryRow = Pair & { otherId: string; unread: number } & OuterJoined<Omit<Message, keyof Pair>>;

/** Returns the newest message that the user sees in each chat, and the unread count. */
export async function findSummaries(
  sql: Sql | Tx,
  userId: string,
  otherIds: readonly string[],
): Promise<SummaryRow[]> {
  return sql<SummaryRow[]>`
    select other.id as "otherId", case when ${userId}::uuid = c.low_id then c.low_unread else c.high_unread end as unread,
           c.low_id as "lowId", c.high_id as "highId", m.id, m.from_low as "fromLow",
           m.client_id as "clientId", m.body, m.read_at as "readAt", m.deleted_at as "deletedAt",
           m.hidden_from_low as "hiddenFromLow", m.hidden_from_high as "hiddenFromHigh"
    from unnest(${otherIds}::uuid[]) as other (id)
    join social.chats c on c.low_id = least(other.id, ${userId}::uuid) and c.high_id = greatest(other.id, ${userId}::uuid)
    left join lateral (
      select * from social.messages m
      where m.low_id = c.low_id and m.high_id = c.high_id
        -- Starts in the partition of the last message instead of the newest partition.
        and m.id <= c.last_message_id
        and m.id > coalesce(case when ${userId}::uuid = c.low_id then c.low_cleared_id else c.high_cleared_id end,
                            '00000000-0000-0000-0000-000000000000')
        and not case when ${userId}::uuid = c.low_id then m.hidden_from_low else m.hidden_from_high end
      order by m.id desc limit 1
    ) m on true`;
}

/**
 * Returns a column with the number of unread messages of a user. Counts open chats only: the other person is active,
 * combined with the user, and neither blocks the other. Every chat in the index has at least one unread message, so
 * reading `most` chats is enough.
 */
export function unreadColumn(
  sql: Sql | Tx,
  userId: string,
  { most, now }: { most: number; now: Date },
): Query {
  const isThere = sql`o.deleted_at is null and o.suspended_until <= ${now}`;
  const open = sql`
    exists (select from social.pairs p
            where p.low_id = c.low_id and p.high_id = c.high_id and p.combined_at is not null
              and coalesce(p.low_blocked_until <= ${now}, true) and coalesce(p.high_blocked_until <= ${now}, true))`;
  return sql`
    (select least(coalesce(sum(unread), 0), ${most})::integer from (
       (select c.low_unread as unread from social.chats c
        where c.low_id = ${userId} and c.low_has_unread and ${open}
          and exists (select from social.users o where o.id = c.high_id and ${isThere}) limit ${most})
       union all
       (select c.high_unread from social.chats c
        where c.high_id = ${userId} and c.high_has_unread and ${open}
          and exists (select from social.users o where o.id = c.low_id and ${isThere}) limit ${most})
     ) waiting)`;
}

export interface SentMessage {
  to: string;
  id: string;
  body: string;
}

/** Returns messages that a user sent, chat by chat, after a cursor, for the copy of that user’s data. */
export async function findSentMessages(
  sql: Tag,
  userId: string,
  after: { to: string; id: string },
  limit: number,
): Promise<SentMessage[]> {
  return sql<SentMessage[]>`
    (select m.high_id as "to", m.id, m.body from social.messages m
     where m.low_id = ${userId} and (m.high_id, m.id) > (${after.to}::uuid, ${after.id}::uuid)
       and m.from_low and m.deleted_at is null
     order by m.high_id, m.id limit ${limit})
    union all
    (select m.low_id, m.id, m.body from social.chats c
     join social.messages m on m.low_id = c.low_id and m.high_id = c.high_id
     where c.high_id = ${userId} and c.low_id >= ${after.to} and (c.low_id, m.id) > (${after.to}::uuid, ${after.id}::uuid)
       and not m.from_low and m.deleted_at is null
     order by c.low_id, m.id limit ${limit})
    order by 1, 2 limit ${limit}`;
}

export async function deleteChatsOfUser(tx: Tx, userId: string): Promise<void> {
  await tx`delete from social.chats where low_id = ${userId} or high_id = ${userId}`;
}

/** Deletes up to `limit` chats that were closed before a time, with their messages. Returns the number of chats. */
export async function deleteClosedChats(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.chats
    where (low_id, high_id) in (
      select low_id, high_id from social.chats where closed_at < ${before} order by closed_at limit ${limit}
      for update skip locked)`;
  return rows.count;
}
