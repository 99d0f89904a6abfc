import type { Query } from '../../../platform/postgres/client/sql.ts';
import { loadChatSummaries } from '../chat/chat-summaries.ts';
import { loadPresences, type Presence } from '../live/load-presences.ts';
import { decodeCursor, encodeCursor, idPattern, timePattern } from '../../access/paging/cursor.rules.ts';
import { loadCards, type Card } from '../../people/load-cards.ts';
import type { SocialContext, ViewerContext } from '../../social.context.ts';
import { findCombinationsByMessage } from './combination.store.ts';
import { newCombinationsColumn, upsertSeen } from './seen-combination.store.ts';

export interface CombinationPage {
  items: (Card & Presence & { combined_at: string; last_message: unknown; unreadQty: number })[];
  next: string | undefined;
}

/** Lists combinations. Reading the first page marks all combinations as seen. */
export async function listCombinations(
  context: ViewerContext,
  userId: string,
  page: {
    limit?: number | undefined;
    cursor?: string | undefined;
    /** True if the answer is not shown to a person, so nothing is marked as seen. */
    unseen?: boolean;
  },
): Promise<CombinationPage> {
  const limit = page.limit ?? 50;
  const [at, id] = page.cursor === undefined ? [] : decodeCursor(page.cursor, [timePattern, idPattern]);
  const before = at === undefined || id === undefined ? undefined : { movedAt: new Date(at), otherId: id };
  const rows = await findCombinationsByMessage(context.sql, userId, before, {
    limit,
    now: context.clock.now(),
  });
  if (rows.length > 0 && page.cursor === undefined && !page.unseen) {
    const newest = Math.max(...rows.map((row) => row.combinedAt.getTime()));
    await upsertSeen(context.sql, userId, new Date(newest));
  }
  const otherIds = rows.map((row) => row.otherId);
  const [cards, summaries, presenceOf] = await Promise.all([
    loadCards(context, userId, otherIds),
    loadChatSummaries(context.sql, userId, otherIds),
    loadPresences(context, otherIds),
  ]);
  const combinedAt = new Map(rows.map((row) => [row.otherId, row.combinedAt.toISOString()]));
  const last = rows.at(-1);
  return {
    items: cards.map((card) => ({
      ...card,
      combined_at: combinedAt.get(card.id) ?? '',
      last_message: summaries.get(card.id)?.lastMessage ?? null,
      unreadQty: summaries.get(card.id)?.unreadQty ?? 0,
      ...presenceOf(card.id),
    })),
    next:
      last && rows.length === limit ? encodeCursor([last.movedAt.toISOString(), last.otherId]) : undefined,
  };
}

/** Returns a query fragment for other features: the combinations since the user last read the list, at most `most`. */
export function newCombinationsQtyOf(
  context: Pick<SocialContext, 'sql' | 'clock'>,
  userId: string,
  most: number,
): Query {
  return newCombinationsColumn(context.sql, userId, { most, now: context.clock.now() });
}
