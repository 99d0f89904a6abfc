import type { Tx } from '../../../platform/postgres/client/database.ts';
import { insertReviews, type NewReview } from './review.store.ts';

/** Whoever reads the coin's chain looks at the subject again, soon after the commit. */
export function queueReview(tx: Tx, review: NewReview): Promise<void> {
  return insertReviews(tx, [review]);
}
