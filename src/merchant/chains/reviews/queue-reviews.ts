import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Review } from './review.rules.ts';
import { insertReviews } from './review.store.ts';

/**
 * Queues each of these subjects for review by the chain's reader soon after the commit. Repeated subjects are queued
 * once.
 */
export async function queueReviews(tx: Tx, reviews: readonly Review[]): Promise<void> {
  const each = new Map(
    reviews.map((review) => [`${review.coin} ${review.purpose} ${review.subjectId}`, review]),
  );
  if (each.size > 0) await insertReviews(tx, [...each.values()]);
}
