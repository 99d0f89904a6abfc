import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { ReviewPurpose } from './review.rules.ts';
import { listDueReviews, postponeReviews, takeReviews, type DueReview } from './review.store.ts';

/**
 * Looks at one subject again: what it is now follows from the chain as it is now. It locks its subject first, may find
 * nothing to do, and posts its movements last.
 */
export type Reviewer<Context = MerchantContext> = (
  tx: Tx,
  context: Context,
  subjectId: string,
) => Promise<void>;

export type Reviewers<Context = MerchantContext> = Readonly<
  Partial<Record<ReviewPurpose, Reviewer<Context>>>
>;

/** What running them takes; the rest of a context is for the reviewers, who are given all of it. */
type RunContext = Pick<MerchantContext, 'sql' | 'signals' | 'log'>;

/** Whoever shows a subject to somebody hears on this channel, by its id, that it may have changed. */
export const subjectChannel = 'subject';

/** How many are run at the same time. */
const atOnce = 4;
/** After so many the chain is read again before the next. */
const roundLimit = 500;
const longestPauseMs = 60_000;

/** One round over what is due for a coin; true where there may be more. */
export async function runReviews<Context extends RunContext>(
  context: Context,
  reviewers: Reviewers<Context>,
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

async function runReview<Context extends RunContext>(
  context: Context,
  reviewers: Reviewers<Context>,
  review: DueReview,
): Promise<void> {
  try {
    const reviewed = await transaction(context.sql, async (tx) => {
      // Another process may be reviewing the subject, or have done so.
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
    // Where not even this can be written, the review stays due, and the others have their turn.
    await postponeReviews(context.sql, review, pauseMs).catch(() => {});
  }
}
