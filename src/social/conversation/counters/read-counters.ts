import { unreadQtyOf } from '../chat/chat-summaries.ts';
import { newCombinationsQtyOf } from '../combinations/list-combinations.ts';
import { likesQtyOf } from '../../meeting/likes/list-likes.ts';
import type { SocialContext } from '../../social.context.ts';
import { mostCounted } from '../../people/count.rules.ts';
import { findCounters, type Counters } from './counter.store.ts';

/** Returns the numbers for an app’s tabs. Each stops at `mostCounted`, which limits the cost of counting. */
export async function readCounters(context: SocialContext, userId: string): Promise<Counters> {
  const counters = await findCounters(context.sql, userId, {
    unread: unreadQtyOf(context, userId, mostCounted),
    newCombinations: newCombinationsQtyOf(context, userId, mostCounted),
    likes: likesQtyOf(context, userId),
  });
  return counters ?? { unreadQty: 0, newCombinationsQty: 0, likesQty: 0 };
}
