import type { Query } from '../../../platform/postgres/client/sql.ts';
import { decodeCursor, encodeCursor, idPattern, timePattern } from '../../access/paging/cursor.rules.ts';
import { loadCards, type Card } from '../../people/load-cards.ts';
import type { SocialContext, ViewerContext } from '../../social.context.ts';
import { findLikes, findLikesQty, likesColumn } from './like.store.ts';

export interface LikesPage {
  likesQty: number;
  /** Null for users without premium. */
  likes: (Card & { liked_at: string })[] | null;
  next: string | undefined;
}

/** Lists received likes, newest first. Users without premium get only the number. */
export async function listLikes(
  context: ViewerContext,
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined },
): Promise<LikesPage> {
  const limit = page.limit ?? 50;
  const [at, id] = page.cursor === undefined ? [] : decodeCursor(page.cursor, [timePattern, idPattern]);
  const now = context.clock.now();
  const { isPremium, likesQty } = (await findLikesQty(context.sql, userId, now)) ?? {
    isPremium: false,
    likesQty: 0,
  };
  if (!isPremium) return { likesQty, likes: null, next: undefined };
  const before = at === undefined || id === undefined ? undefined : { likedAt: new Date(at), otherId: id };
  const rows = await findLikes(context.sql, userId, before, { limit, now });
  const cards = await loadCards(
    context,
    userId,
    rows.map((row) => row.otherId),
  );
  const likedAt = new Map(rows.map((row) => [row.otherId, row.likedAt.toISOString()]));
  const last = rows.at(-1);
  return {
    likesQty,
    likes: cards.map((card) => ({ ...card, liked_at: likedAt.get(card.id) ?? '' })),
    next:
      last && rows.length === limit ? encodeCursor([last.likedAt.toISOString(), last.otherId]) : undefined,
  };
}

/** Returns a query fragment for other features: the number of likes of user `me`. */
export function likesQtyOf(context: Pick<SocialContext, 'sql' | 'clock'>, userId: string): Query {
  return likesColumn(context.sql, userId, context.clock.now());
}
