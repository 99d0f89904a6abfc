import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Review } from './review.rules.ts';
import { insertReviews } from './review.store.ts';

/** Whoever reads a coin's chain looks at each of these again soon after the commit, once however often it is named. */
export async function queueReviews(tx: Tx, reviews: readonly Review[]): Promise<void> {
  const each = new Map(
    reviews.map((review) => [`${review.coin} ${review.purpose} ${review.subjectId}`, review]),
  );
  if (each.size > 0) await insertReviews(tx, [...each.values()]);
}
