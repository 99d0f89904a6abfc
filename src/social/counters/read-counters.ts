import { unreadQtyOf } from '../chat/chat-summaries.ts';
import { newCombinationsQtyOf } from '../combinations/list-combinations.ts';
import { likesQtyOf } from '../likes/list-likes.ts';
import type { SocialContext } from '../social.context.ts';
import { mostCounted } from '../people/count.rules.ts';
import { findCounters, type Counters } from './counter.store.ts';

/** What an app shows as numbers on its tabs. Each stops at `mostCounted`, so that none costs more than that. */
export async function readCounters(context: SocialContext, userId: string): Promise<Counters> {
  const counters = await findCounters(context.sql, userId, {
    unread: unreadQtyOf(context, userId, mostCounted),
    newCombinations: newCombinationsQtyOf(context, userId, mostCounted),
    likes: likesQtyOf(context, userId),
  });
  return counters ?? { unreadQty: 0, newCombinationsQty: 0, likesQty: 0 };
}
