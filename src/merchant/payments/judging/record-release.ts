import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import type { PaymentFacts, Release } from '../facts/payment-facts.rules.ts';
import { updatePayment } from '../facts/payment.store.ts';
import { findReleaseByPayout, insertRelease, setReleaseStatus } from '../facts/release.store.ts';
import { activeChoice } from './active-choice.rules.ts';
import type { JudgingContext } from './book-judgement.ts';
import { bringUpToDate, type UpToDate } from './bring-up-to-date.ts';

/**
 * Adds a release to the facts of a payment, whose row is locked, and judges the payment again. The active choice
 * becomes final, because the released coins may be those of another choice.
 */
export async function recordRelease(
  tx: Tx,
  context: JudgingContext,
  facts: PaymentFacts,
  release: Release,
): Promise<UpToDate> {
  const choice = activeChoice(facts);
  assert(choice, 'released coins belong to a choice');
  await insertRelease(tx, release);
  const payment = { ...facts.payment, released_choice_id: choice.id, updated_at: facts.now };
  updatePayment(tx, payment);
  return bringUpToDate(tx, context, payment);
}

/**
 * Marks a release as completed. The payment is not judged again: coins on their way and arrived coins count the same.
 */
export async function completeRelease(tx: Tx, context: JudgingContext, payoutId: string): Promise<Release> {
  const release = await getRelease(tx, payoutId);
  await setReleaseStatus(tx, release.id, 'COMPLETED', context.clock.now());
  return release;
}

/** Marks a release as failed, so that its coins are held again, and judges the payment again. */
export async function failRelease(
  tx: Tx,
  context: JudgingContext,
  payoutId: string,
): Promise<UpToDate & { readonly release: Release }> {
  const release = await getRelease(tx, payoutId);
  const payment = await getLockedPayment(tx, release.payment_id);
  await setReleaseStatus(tx, release.id, 'FAILED', context.clock.now());
  return { ...(await bringUpToDate(tx, context, payment)), release };
}

async function getRelease(tx: Tx, payoutId: string): Promise<Release> {
  const release = await findReleaseByPayout(tx, payoutId);
  assert(release, `payout ${payoutId} belongs to no release`);
  return release;
}
