import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query, Tag } from '../../platform/postgres/client/sql.ts';
import type { SocialContext } from '../social.context.ts';
import {
  deleteChatsOfUser,
  deleteClosedChats,
  findSentMessages,
  findSummaries,
  unreadColumn,
} from './chat-summary.store.ts';
import { noId, timestampOf, viewMessage, type MessageView } from './chat.rules.ts';

export interface ChatSummary {
  lastMessage: MessageView | null;
  unreadQty: number;
}

/** What a list of combinations shows of each chat; nothing for those who never wrote. */
export async function loadChatSummaries(
  sql: Sql | Tx,
  userId: string,
  otherIds: readonly string[],
): Promise<Map<string, ChatSummary>> {
  const rows = otherIds.length === 0 ? [] : await findSummaries(sql, userId, otherIds);
  return new Map(
    rows.map((row) => [
      row.otherId,
      { lastMessage: row.id === null ? null : viewMessage(row, userId), unreadQty: row.unread },
    ]),
  );
}

/** For a statement of another feature: how many messages wait to be read by a user, `most` of them at most. */
export function unreadQtyOf(
  { sql, clock }: Pick<SocialContext, 'sql' | 'clock'>,
  userId: string,
  most: number,
): Query {
  return unreadColumn(sql, userId, { most, now: clock.now() });
}

/** For the copy of a user's data: what that user wrote, after one of it. What others wrote is theirs. */
export async function exportMessages(
  sql: Tag,
  userId: string,
  after: { to: string; id: string } | undefined,
  limit: number,
) {
  const rows = await findSentMessages(sql, userId, after ?? { to: noId, id: noId }, limit);
  return rows.map((row) => ({
    to: row.to,
    id: row.id,
    message: row.body,
    sent_at: new Date(timestampOf(row.id)).toISOString(),
  }));
}

/** For the erasure of a user: the chats go with it, on both sides. */
export async function eraseChats(tx: Tx, userId: string): Promise<void> {
  await deleteChatsOfUser(tx, userId);
}

/** For so long whoever was written to can still report it: undoing a combination must not take the proof away. */
export const keepClosedMs = 30 * 24 * 60 * 60 * 1000;

/** A chat has thousands of messages at most, so that fewer chats than rows of other sweeps go at a time. */
const chatsAtOnce = 50;

export async function forgetClosedChats({ sql, clock }: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.nowMs() - keepClosedMs);
  while ((await deleteClosedChats(sql, before, chatsAtOnce)) === chatsAtOnce);
}
