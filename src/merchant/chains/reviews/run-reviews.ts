import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { ReviewPurpose } from './review.rules.ts';
import { listDueReviews, postponeReviews, takeReviews, type DueReview } from './review.store.ts';

/**
 * Derives a subject's state from the current chain. A reviewer locks its subject first, may find nothing to do, and
 * posts its movements last.
 */
export type Reviewer<Context = MerchantContext> = (
  tx: Tx,
  context: Context,
  subjectId: string,
) => Promise<void>;

export type Reviewers<Context = MerchantContext> = Readonly<
  Partial<Record<ReviewPurpose, Reviewer<Context>>>
>;

/** Part of the context that running reviews needs. The reviewers get the whole context. */
type RunContext = Pick<MerchantContext, 'sql' | 'signals' | 'log'>;

/** Signal that a subject may have changed, with its id, for pages that show it. */
export const subjectChannel = 'subject';

/** Number of reviews that run at the same time. */
const atOnce = 4;
/** Reviews per round. After a round the chain is read again. */
const roundLimit = 500;
const longestPauseMs = 60_000;

/** Runs one round of the coin's due reviews. Returns true if there may be more. */
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
      // Another process may be reviewing the subject, or has already done so.
      if (!(await takeReviews(tx, review))) return false;
      const reviewer = reviewers[review.purpose];
      assert(reviewer, `there is no reviewer for a ${review.purpose}`);
      await reviewer(tx, context, review.subjectId);
      return true;
    });
    if (reviewed) context.signals.publish(subjectChannel, review.subjectId);
  } catch (error) {
    const pauseMs = Math.min(1000 * 2 ** review.failedAttempts, longestPauseMs);
    context.log.warn({ err: error, ...review, pauseMs }, 'a review failed and is tried again');
    // If even this write fails, the review stays due and the others continue.
    await postponeReviews(context.sql, review, pauseMs).catch(() => {});
  }
}
