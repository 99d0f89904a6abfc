import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { requiredConfirmations } from '../chains/confirmation.rules.ts';
import { getChainState } from '../chains/state/get-chain-state.ts';
import { reviewOutgoingAt } from '../chains/reviews/review-at.ts';
import type { Reviewer } from '../chains/reviews/run-reviews.ts';
import { findOutgoingTransaction } from '../chains/outgoing/outgoing-transactions.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { endPayout } from './end-payout.ts';
import type { PayoutContext, PayoutOwners } from './payout-owner.ts';
import { judgePayout, nextReviewHeight, type Payout, type PayoutVerdict } from './payout.rules.ts';
import { freeSequenceNumber, lockPayout, setDue } from './payout.store.ts';

export type ReviewContext = PayoutContext & Pick<MerchantContext, 'settings'>;

/** Ends a signed payout, has it sent again or lets it wait, by what the chain shows of its transaction now. */
export async function reviewPayout(
  tx: Tx,
  context: ReviewContext,
  owners: PayoutOwners,
  payoutId: string,
): Promise<PayoutVerdict> {
  const payout = await lockPayout(tx, payoutId);
  if (!payout || payout.transaction_id === null) return 'wait';
  const { coin } = payout;
  const transaction = await findOutgoingTransaction(tx, payoutId);
  assert(transaction, `nothing is known of the transaction of payout ${payoutId}`);
  const { height } = await getChainState(tx, coin);
  const required = requiredConfirmations(context.settings, coin, payout.euro_value);
  const verdict = judgePayout(payout, transaction, height, required);
  await reviewOutgoingAt(tx, transaction, nextReviewHeight(payout, transaction, height, required));
  await act(tx, context, owners, payout, verdict);
  return verdict;
}

/** What the readers of the chains call; the verdict is the sender's business. */
export const payoutReviewer =
  (owners: PayoutOwners): Reviewer =>
  async (tx, context, payoutId) =>
    void (await reviewPayout(tx, context, owners, payoutId));

async function act(
  tx: Tx,
  context: ReviewContext,
  owners: PayoutOwners,
  payout: Payout,
  verdict: PayoutVerdict,
): Promise<void> {
  const about = { payout: payout.id, coin: payout.coin, transaction: payout.transaction_id };
  switch (verdict) {
    case 'complete':
      return endPayout(tx, context, owners, payout, 'COMPLETED');
    case 'expire':
      // Nobody has used the sequence number, and the network takes no later one before it.
      await freeSequenceNumber(tx, payout.id);
      return giveUp(tx, context, owners, payout);
    case 'exclude':
      return giveUp(tx, context, owners, payout);
    case 'send':
      return setDue(tx, payout.id, context.clock.now());
    case 'wait':
      return setDue(tx, payout.id, null);
    case 'alarm':
      context.log.error(about, 'a payout was mined after it had been given up: it was paid and given back');
  }
}

async function giveUp(tx: Tx, context: ReviewContext, owners: PayoutOwners, payout: Payout): Promise<void> {
  const end = payout.status === 'COMPLETED' ? 'REVERSED' : 'FAILED';
  context.log.error(
    { payout: payout.id, coin: payout.coin, transaction: payout.transaction_id, end },
    'a payout can never be mined any more; its money goes back',
  );
  return endPayout(tx, context, owners, payout, end);
}
