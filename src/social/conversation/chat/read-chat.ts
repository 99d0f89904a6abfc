import { firstIdAt } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import type { SocialContext } from '../../social.context.ts';
import { pairOf, type Pair } from '../../people/pairs/pair.rules.ts';
import {
  defaultPart,
  fitPage,
  largestPageBytes,
  largestWeek,
  noId,
  timestampOf,
  viewMessage,
  type MessageView,
} from './chat.rules.ts';
import { findChat, findMessages, findNewestIdBefore, lockChat, markRead } from './chat.store.ts';
import { requireCombination } from './require-combination.ts';
import { pageOf, weekOf } from './week.rules.ts';

export interface ChatPage {
  page: number;
  from: string;
  until: string;
  messages: MessageView[];
  nextPage: number | null;
  /** Cursor for the rest of the week, or null if the page is complete. */
  before: string | null;
}

export interface ChatPart {
  page: number;
  before?: string | undefined;
  limit?: number | undefined;
}

/**
 * Returns one week of a chat, or its latest part, oldest first. A whole week marks everything up to its end as read. A
 * part marks only the messages that it contains, because earlier ones were not shown.
 */
export async function readChat(
  context: SocialContext,
  userId: string,
  otherId: string,
  { page, before, limit }: ChatPart,
): Promise<ChatPage> {
  const { sql } = context;
  const nowMs = context.clock.nowMs();
  const week = weekOf(page, nowMs);
  const pair = pairOf(userId, otherId);
  const viewerIsLow = userId === pair.lowId;
  const empty = {
    page,
    from: new Date(week.fromMs).toISOString(),
    until: new Date(week.untilMs).toISOString(),
    messages: [],
    nextPage: null,
    before: null,
  };
  await requireCombination(context, sql, userId, otherId);
  const chat = await findChat(sql, pair);
  if (!chat) return empty;
  const clearedId = (viewerIsLow ? chat.lowClearedId : chat.highClearedId) ?? noId;
  const fromId = firstIdAt(Math.max(0, week.fromMs));
  const weekEndId = firstIdAt(Math.max(0, week.untilMs));
  const untilId = before !== undefined && before.toLowerCase() < weekEndId ? before : weekEndId;
  const isPart = before !== undefined || limit !== undefined;
  const most = limit ?? (isPart ? defaultPart : largestWeek);
  // A past week only loses messages, so a replica’s data is good enough.
  const weeks = week.untilMs <= nowMs ? sql.reading : sql;
  const range = { fromId, untilId, clearedId, viewerIsLow };
  const [found, olderId] = await Promise.all([
    findMessages(weeks, pair, range, { limit: most + 1, mostBytes: largestPageBytes }),
    findNewestIdBefore(weeks, pair, { untilId: fromId, clearedId, viewerIsLow }),
  ]);
  const latest = found.slice(-most);
  const fitting = fitPage(latest.map((message) => viewMessage(message, userId)));
  const messages = latest.slice(latest.length - fitting.length);
  const isCut = found.length > messages.length;
  const unread = viewerIsLow ? chat.lowUnread : chat.highUnread;
  const readId = (viewerIsLow ? chat.lowReadId : chat.highReadId) ?? noId;
  const [firstId, upToId] = [messages[0]?.id, messages.at(-1)?.id];
  const fromMessageId = isPart || isCut ? firstId : undefined;
  const readAt =
    unread > 0 && upToId !== undefined && upToId > readId
      ? await readUpTo(context, pair, { userId, otherId, isLow: viewerIsLow, fromMessageId, upToId })
      : undefined;
  return {
    ...empty,
    messages: messages.map((message) => {
      const justRead = readAt && message.fromLow !== viewerIsLow && message.deletedAt === null;
      return viewMessage(justRead ? { ...message, readAt: message.readAt ?? readAt } : message, userId);
    }),
    nextPage: olderId === undefined ? null : pageOf(timestampOf(olderId), nowMs),
    before: isCut ? (firstId ?? null) : null,
  };
}

/** Notifies both: the sender sees the messages as read, and the reader’s other devices lower their count. */
async function readUpTo(
  context: SocialContext,
  pair: Pair,
  reader: {
    userId: string;
    otherId: string;
    isLow: boolean;
    /** First message of a part. Earlier messages were not shown. */
    fromMessageId: string | undefined;
    upToId: string;
  },
): Promise<Date | undefined> {
  const { userId, otherId, isLow, fromMessageId, upToId } = reader;
  const now = context.clock.now();
  const count = await transaction(context.sql, async (tx) => {
    const chat = await lockChat(tx, pair);
    const afterId = (isLow ? chat?.lowReadId : chat?.highReadId) ?? noId;
    // Another device has already marked these messages.
    if (!chat || afterId >= upToId) return 0;
    const marked = await markRead(tx, pair, { isLow, afterId, fromId: fromMessageId ?? noId, upToId, now });
    if (marked > 0) {
      const part = fromMessageId === undefined ? {} : { from: fromMessageId };
      const body = { by: userId, of: otherId, ...part, upTo: upToId, read_at: now.toISOString() };
      await recordUpdates(tx, context, [
        { userId: otherId, kind: 'read', body },
        { userId, kind: 'read', body },
      ]);
    }
    return marked;
  });
  if (count > 0) announceUpdates(context, [otherId, userId]);
  return now;
}
