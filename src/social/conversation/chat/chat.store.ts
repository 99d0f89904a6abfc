import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Query, Tag } from '../../../platform/postgres/client/sql.ts';
import type { Pair } from '../../people/pairs/pair.rules.ts';
import type { Message } from './chat.rules.ts';

const columns = (sql: Tag) => sql`
  m.low_id as "lowId", m.high_id as "highId", m.id, m.from_low as "fromLow", m.client_id as "clientId", m.body,
  m.read_at as "readAt", m.deleted_at as "deletedAt", m.hidden_from_low as "hiddenFromLow",
  m.hidden_from_high as "hiddenFromHigh"`;

export interface NewMessage extends Pair {
  /** A UUIDv7 of the current time. */
  id: string;
  fromLow: boolean;
  clientId: string | null;
  body: string;
}

/**
 * Writes a message of a combined pair. Returns undefined if the two are no longer combined.
 * A dislike and a block change the row of the pair before they close the chat. A concurrent message is therefore either
 * in the chat when it is closed, or not written.
 * One statement locks the chat, writes the message and records the updates of both users. On a pool it is its own
 * transaction, so the most frequent case takes one round trip.
 * If the chat already has an id as late as this one (another process, clock skew), the new id is one millisecond after
 * it: within a chat, later messages have larger ids. A repeated client id violates its unique index.
 */
export async function insertMessage(
  sql: Tag,
  message: NewMessage,
  recordGiven: Query,
  /** Counts one message against the sender’s limit if `from` returns a row. */
  count: (from: Query) => Query,
): Promise<string | undefined> {
  const { lowId, highId, id, fromLow } = message;
  const [row] = await sql<{ id: string }[]>`
    with combined as materialized (
      select from social.pairs where low_id = ${lowId} and high_id = ${highId} and combined_at is not null for share
    ), chat as (
      insert into social.chats as c (low_id, high_id, last_message_id, low_unread, high_unread)
      select ${lowId}::uuid, ${highId}::uuid, ${id}::uuid, ${fromLow ? 0 : 1}::integer, ${fromLow ? 1 : 0}::integer
      from combined
      on conflict (low_id, high_id) do update set
        last_message_id = case
          when c.last_message_id >= excluded.last_message_id then (
            lpad(to_hex(('x' || substr(replace(c.last_message_id::text, '-', ''), 1, 12))::bit(48)::bigint + 1), 12, '0')
            || substr(replace(excluded.last_message_id::text, '-', ''), 13))::uuid
          else excluded.last_message_id end,
        low_unread = c.low_unread + excluded.low_unread,
        high_unread = c.high_unread + excluded.high_unread
      returning last_message_id
    ), added as (
      insert into social.messages (low_id, high_id, id, from_low, client_id, body)
      select ${lowId}, ${highId}, chat.last_message_id, ${fromLow}, ${message.clientId}, ${message.body} from chat
      returning low_id, high_id, id
    ), given as (
      select unnest(array[low_id, high_id]) as user_id, 'message' as kind, low_id, high_id, id as message_id,
             null::jsonb as body
      from added
    ), ${recordGiven}, limited as (${
      // After the insert: a repeated message must fail on its client id, not on the limit.
      count(sql`from added`)
    })
    select id from added`;
  return row?.id;
}

/** Returns the newest message with this client id. After four weeks a client id may be used again. */
export async function findMessageByClientId(
  sql: Tag,
  { lowId, highId }: Pair,
  fromLow: boolean,
  clientId: string,
): Promise<Message | undefined> {
  const [message] = await sql<Message[]>`
    select ${columns(sql)} from social.messages m
    where m.low_id = ${lowId} and m.high_id = ${highId} and m.from_low = ${fromLow} and m.client_id = ${clientId}
    order by m.id desc limit 1`;
  return message;
}

export interface Chat {
  lowUnread: number;
  highUnread: number;
  lowReadId: string | null;
  highReadId: string | null;
  lowClearedId: string | null;
  highClearedId: string | null;
  lastMessageId: string | null;
}

const chatColumns = (sql: Tag) => sql`
  low_unread as "lowUnread", high_unread as "highUnread", low_read_id as "lowReadId", high_read_id as "highReadId",
  low_cleared_id as "lowClearedId", high_cleared_id as "highClearedId", last_message_id as "lastMessageId"`;

export async function findChat(sql: Tag, { lowId, highId }: Pair): Promise<Chat | undefined> {
  const [chat] = await sql<Chat[]>`
    select ${chatColumns(sql)} from social.chats where low_id = ${lowId} and high_id = ${highId}`;
  return chat;
}

export async function lockChat(tx: Tx, { lowId, highId }: Pair): Promise<Chat | undefined> {
  const [chat] = await tx<Chat[]>`
    select ${chatColumns(tx)} from social.chats where low_id = ${lowId} and high_id = ${highId} for update`;
  return chat;
}

/**
 * Returns the latest messages with ids from `fromId` (inclusive) to `untilId` (exclusive) that the viewer has not
 * emptied, until their texts reach `mostBytes`, oldest first. Reads one range of the primary key; text lengths are
 * known without reading the texts.
 */
export async function findMessages(
  sql: Tag,
  { lowId, highId }: Pair,
  range: { fromId: string; untilId: string; clearedId: string; viewerIsLow: boolean },
  { limit, mostBytes }: { limit: number; mostBytes: number },
): Promise<Message[]> {
  const messages = await sql<Message[]>`
    select ${columns(sql)} from (
      select *, sum(octet_length(body)) over (order by id desc) - octet_length(body) as "laterBytes"
      from social.messages m
      where m.low_id = ${lowId} and m.high_id = ${highId} and m.id >= ${range.fromId} and m.id < ${range.untilId}
        and m.id > ${range.clearedId} and not case when ${range.viewerIsLow} then m.hidden_from_low else m.hidden_from_high end
      order by m.id desc limit ${limit}
    ) m where m."laterBytes" < ${mostBytes} order by m.id desc`;
  return messages.toReversed();
}

export async function findNewestIdBefore(
  sql: Tag,
  { lowId, highId }: Pair,
  range: { untilId: string; clearedId: string; viewerIsLow: boolean },
): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select m.id from social.messages m
    where m.low_id = ${lowId} and m.high_id = ${highId} and m.id < ${range.untilId} and m.id > ${range.clearedId}
      and not case when ${range.viewerIsLow} then m.hidden_from_low else m.hidden_from_high end
    order by m.id desc limit 1`;
  return row?.id;
}

export interface MessageInChat extends Message {
  lowClearedId: string | null;
  highClearedId: string | null;
  isClosed: boolean;
}

export async function findMessagesByIds(
  sql: Tag,
  references: readonly (Pair & { id: string })[],
): Promise<MessageInChat[]> {
  return sql<MessageInChat[]>`
    select ${columns(sql)}, c.low_cleared_id as "lowClearedId", c.high_cleared_id as "highClearedId",
           c.closed_at is not null as "isClosed"
    from unnest(${references.map((r) => r.lowId)}::uuid[], ${references.map((r) => r.highId)}::uuid[],
                ${references.map((r) => r.id)}::uuid[]) as wanted (low_id, high_id, id)
    join social.messages m on m.low_id = wanted.low_id and m.high_id = wanted.high_id and m.id = wanted.id
    left join social.chats c on c.low_id = wanted.low_id and c.high_id = wanted.high_id`;
}

/**
 * Marks the other side’s messages after `afterId` as read, from `fromId` up to `upToId`, and returns their number. The
 * chat must be locked. Everything up to the chat’s read mark counts as read, so the mark does not move while a message
 * before `fromId` is unread.
 */
export async function markRead(
  tx: Tx,
  { lowId, highId }: Pair,
  reader: { isLow: boolean; afterId: string; fromId: string; upToId: string; now: Date },
): Promise<number> {
  const unread = tx`
    low_id = ${lowId} and high_id = ${highId} and id > ${reader.afterId} and from_low = ${!reader.isLow}
    and read_at is null and deleted_at is null
    and not case when ${reader.isLow} then hidden_from_low else hidden_from_high end`;
  const rows = await tx`
    update social.messages set read_at = ${reader.now}
    where ${unread} and id >= ${reader.fromId} and id <= ${reader.upToId}`;
  const skipped = tx`exists (select from social.messages where ${unread} and id < ${reader.fromId})`;
  await (reader.isLow
    ? tx`update social.chats set low_unread = low_unread - ${rows.count},
           low_read_id = case when ${skipped} then low_read_id else ${reader.upToId} end
         where low_id = ${lowId} and high_id = ${highId}`
    : tx`update social.chats set high_unread = high_unread - ${rows.count},
           high_read_id = case when ${skipped} then high_read_id else ${reader.upToId} end
         where low_id = ${lowId} and high_id = ${highId}`);
  return rows.count;
}

/** Returns the message and locks it. The chat must be locked. */
export async function lockMessage(tx: Tx, { lowId, highId }: Pair, id: string): Promise<Message | undefined> {
  const [message] = await tx<Message[]>`
    select ${columns(tx)} from social.messages m
    where m.low_id = ${lowId} and m.high_id = ${highId} and m.id = ${id} for update`;
  return message;
}

/** Deletes the text permanently. The row stays as a tombstone. */
export async function leaveTombstone(tx: Tx, message: Message, now: Date): Promise<void> {
  await tx`
    update social.messages set deleted_at = ${now}, body = ''
    where low_id = ${message.lowId} and high_id = ${message.highId} and id = ${message.id}`;
}

export async function hideMessage(tx: Tx, message: Message, viewerIsLow: boolean): Promise<void> {
  await tx`
    update social.messages
    set hidden_from_low = hidden_from_low or ${viewerIsLow}, hidden_from_high = hidden_from_high or ${!viewerIsLow}
    where low_id = ${message.lowId} and high_id = ${message.highId} and id = ${message.id}`;
}

export async function decrementUnread(tx: Tx, message: Message): Promise<void> {
  await (message.fromLow
    ? tx`update social.chats set high_unread = high_unread - 1
         where low_id = ${message.lowId} and high_id = ${message.highId}`
    : tx`update social.chats set low_unread = low_unread - 1
         where low_id = ${message.lowId} and high_id = ${message.highId}`);
}

/** Empties a chat for one side and returns the number of messages that this side could see. The chat must be locked. */
export async function clearChat(
  tx: Tx,
  { lowId, highId }: Pair,
  side: { isLow: boolean; clearedId: string; upToId: string },
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from social.messages m
    where m.low_id = ${lowId} and m.high_id = ${highId} and m.id > ${side.clearedId} and m.id <= ${side.upToId}
      and not case when ${side.isLow} then m.hidden_from_low else m.hidden_from_high end`;
  await (side.isLow
    ? tx`update social.chats set low_cleared_id = ${side.upToId}, low_read_id = ${side.upToId}, low_unread = 0
         where low_id = ${lowId} and high_id = ${highId}`
    : tx`update social.chats set high_cleared_id = ${side.upToId}, high_read_id = ${side.upToId}, high_unread = 0
         where low_id = ${lowId} and high_id = ${highId}`);
  // Messages that both sides have emptied are visible to neither.
  await tx`
    delete from social.messages m using social.chats c
    where c.low_id = ${lowId} and c.high_id = ${highId} and m.low_id = c.low_id and m.high_id = c.high_id
      and c.low_cleared_id is not null and c.high_cleared_id is not null
      and m.id <= least(c.low_cleared_id, c.high_cleared_id)`;
  return row?.count ?? 0;
}
