import { firstIdAt } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { announceUpdates, recordUpdates } from '../updates/record-update.ts';
import type { SocialContext } from '../social.context.ts';
import { pairOf, type Pair } from '../pairs/pair.rules.ts';
import { noId, timestampOf, viewMessage, type MessageView } from './chat.rules.ts';
import { findChat, findMessages, findNewestIdBefore, lockChat, markRead } from './chat.store.ts';
import { requireCombination } from './require-combination.ts';
import { pageOf, weekOf } from './week.rules.ts';

export interface ChatPage {
  page: number;
  from: string;
  until: string;
  messages: MessageView[];
  nextPage: number | null;
}

/** One week of a chat, oldest first. What the other sent up to the end of the page is read by that. */
export async function readChat(
  context: SocialContext,
  userId: string,
  otherId: string,
  page: number,
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
  };
  await requireCombination(context, sql, userId, otherId);
  const chat = await findChat(sql, pair);
  if (!chat) return empty;
  const clearedId = (viewerIsLow ? chat.lowClearedId : chat.highClearedId) ?? noId;
  const fromId = firstIdAt(Math.max(0, week.fromMs));
  const untilId = firstIdAt(Math.max(0, week.untilMs));
  const [messages, olderId] = await Promise.all([
    findMessages(sql, pair, { fromId, untilId, clearedId, viewerIsLow }),
    findNewestIdBefore(sql, pair, { untilId: fromId, clearedId, viewerIsLow }),
  ]);
  const unread = viewerIsLow ? chat.lowUnread : chat.highUnread;
  const readId = (viewerIsLow ? chat.lowReadId : chat.highReadId) ?? noId;
  const lastId = messages.at(-1)?.id;
  const readAt =
    unread > 0 && lastId !== undefined && lastId > readId
      ? await readUpTo(context, pair, { userId, otherId, isLow: viewerIsLow, upToId: lastId })
      : undefined;
  return {
    ...empty,
    messages: messages.map((message) => {
      const justRead = readAt && message.fromLow !== viewerIsLow && message.deletedAt === null;
      return viewMessage(justRead ? { ...message, readAt: message.readAt ?? readAt } : message, userId);
    }),
    nextPage: olderId === undefined ? null : pageOf(timestampOf(olderId), nowMs),
  };
}

/** Both get an update: the sender sees it read, and the reader's other devices count it off. */
async function readUpTo(
  context: SocialContext,
  pair: Pair,
  reader: { userId: string; otherId: string; isLow: boolean; upToId: string },
): Promise<Date | undefined> {
  const { userId, otherId, isLow, upToId } = reader;
  const now = context.clock.now();
  const count = await transaction(context.sql, async (tx) => {
    const chat = await lockChat(tx, pair);
    const afterId = (isLow ? chat?.lowReadId : chat?.highReadId) ?? noId;
    // Another device was faster.
    if (!chat || afterId >= upToId) return 0;
    const marked = await markRead(tx, pair, { isLow, afterId, upToId, now });
    if (marked > 0) {
      const body = { by: userId, of: otherId, upTo: upToId, read_at: now.toISOString() };
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
