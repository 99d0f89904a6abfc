import assert from 'node:assert/strict';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { ReviewPurpose } from '../receipts/receipt.rules.ts';
import { listDueReviews, postponeReviews, takeReviews, type DueReview } from './review.store.ts';

/**
 * Looks at one subject again: what it is now follows from the chain as it is now. It locks its subject first, may find
 * nothing to do, and posts its movements last.
 */
export type Reviewer = (tx: Tx, context: MerchantContext, subjectId: string) => Promise<void>;

export type Reviewers = Readonly<Partial<Record<ReviewPurpose, Reviewer>>>;

/** Whoever shows a subject to somebody hears on this channel, by its id, that it may have changed. */
export const subjectChannel = 'subject';

const atOnce = 4;
/** So many before the chain is read again. */
const roundLimit = 500;
const longestPauseMs = 60_000;

/** One round over what is due for a coin; true where there may be more. */
export async function runReviews(
  context: MerchantContext,
  reviewers: Reviewers,
  coin: CoinCode,
  signal?: AbortSignal,
): Promise<boolean> {
  const due = await listDueReviews(context.sql, coin, roundLimit);
  const waiting = due.values();
  const lane = async (): Promise<void> => {
    for (const review of waiting) {
      if (signal?.aborted) return;
      await runReview(context, reviewers, review);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return due.length === roundLimit;
}

async function runReview(context: MerchantContext, reviewers: Reviewers, review: DueReview): Promise<void> {
  try {
    const reviewed = await transaction(context.sql, async (tx) => {
      // Somebody else may be at it, or done.
      if (!(await takeReviews(tx, review))) return false;
      const reviewer = reviewers[review.purpose];
      assert(reviewer, `nobody reviews a ${review.purpose}`);
      await reviewer(tx, context, review.subjectId);
      return true;
    });
    if (reviewed) context.signals.publish(subjectChannel, review.subjectId);
  } catch (error) {
    const pauseMs = Math.min(1000 * 2 ** review.failedAttempts, longestPauseMs);
    context.log.warn({ err: error, ...review, pauseMs }, 'a review failed and is tried again');
    // Where not even that gets through it stays due, and the others have their turn.
    await postponeReviews(context.sql, review, pauseMs).catch(() => {});
  }
}
