import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query, Tag } from '../../../platform/postgres/client/sql.ts';
import type { SocialContext } from '../../social.context.ts';
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

/** Returns the summary of each chat for the list of combinations. Pairs without messages are left out. */
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

/** Returns a query fragment for other features: the number of unread messages of a user, up to `most`. */
export function unreadQtyOf(
  { sql, clock }: Pick<SocialContext, 'sql' | 'clock'>,
  userId: string,
  most: number,
): Query {
  return unreadColumn(sql, userId, { most, now: clock.now() });
}

/**
 * Returns messages that the user wrote, after a cursor, for the copy of that user’s data. Messages by others are not
 * included.
 */
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

export async function eraseChats(tx: Tx, userId: string): Promise<void> {
  await deleteChatsOfUser(tx, userId);
}

/**
 * Time in milliseconds for which a closed chat is kept. The recipient of a message can still report it after the
 * combination was undone.
 */
export const keepClosedMs = 30 * 24 * 60 * 60 * 1000;

/** Number of chats per batch. It is smaller than in other sweeps because a chat can have thousands of messages. */
const chatsAtOnce = 50;

export async function forgetClosedChats({ sql, clock }: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(clock.nowMs() - keepClosedMs);
  while ((await deleteClosedChats(sql, before, chatsAtOnce)) === chatsAtOnce);
}

export function chatCrons(context: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    { name: 'social_forget_closed_chats', schedule: '53 * * * *', run: () => forgetClosedChats(context) },
  ];
}
