import type { Tx } from '../../platform/postgres/client/database.ts';
import { deepestConfirmations, requiredConfirmations } from '../chains/confirmation.rules.ts';
import { releaseClaims, releaseExcludedClaims } from '../chains/outgoing/outgoing-transactions.ts';
import { reviewOutgoingAt } from '../chains/reviews/review-at.ts';
import type { Reviewer } from '../chains/reviews/run-reviews.ts';
import { freezeForUnknownSpendWithin } from '../chains/freezes/freeze-by-itself.ts';
import { isFrozen } from '../chains/freezes/freeze-payouts.ts';
import { findUnknownSpend } from '../chains/freezes/unknown-spends.ts';
import type { Movement } from '../books/ledger.rules.ts';
import { postMovements } from '../books/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { recordTransaction } from '../orders/change-order.ts';
import {
  judgeBatch,
  isMissed,
  listToSend,
  minedFee,
  heightOfRelease,
  nextReviewHeight,
  type Judgement,
  type SeenTransaction,
} from './batches/batch.rules.ts';
import {
  leaveBatch,
  markDead,
  placePayouts,
  saveCorrection,
  setBumpHeight,
  setDue,
  type PayoutPlace,
} from './batches/batch.store.ts';
import { bumpHeight } from './batches/bump-height.rules.ts';
import { clearPutOff, markPutOff } from './batches/put-off.store.ts';
import { lockBatchFacts, type BatchFacts } from './batches/read-batch.ts';
import { correctLoss } from './correct-loss.ts';
import { correctCharge } from './cover-fee.ts';
import { endPayout } from './end-payout.ts';
import { freeSequenceNumber } from './numbers/number.store.ts';
import type { PayoutContext, PayoutOwners } from './payout-owner.ts';
import { correctionOf, type Payout } from './payout.rules.ts';

export type ReviewContext = PayoutContext & Pick<MerchantContext, 'settings' | 'rates'>;

/**
 * Ends the payouts of a batch, schedules their broadcast or lets them wait, according to the present chain state.
 * Returns the lines to send; of each line, the first accepted transaction is enough.
 */
export async function reviewBatch(
  tx: Tx,
  context: ReviewContext,
  owners: PayoutOwners,
  batchId: string,
): Promise<string[][]> {
  const facts = await lockBatchFacts(tx, batchId);
  if (!facts) return [];
  const { batch, transactions, state } = facts;
  const payouts = facts.payouts.map((payout) => judgedPayout(context, facts, payout));
  const required = Math.max(1, ...payouts.map((payout) => payout.required));
  const place = { dead: batch.dead_at !== null, height: state.height, required };
  const judgement = judgeBatch(transactions, place);
  const deepest = deepestConfirmations(context.settings, batch.coin);
  const releaseAt = heightOfRelease(transactions, judgement, { height: state.height, deepest });
  const nextHeight = earliest(
    nextReviewHeight(transactions, payouts, judgement, place),
    releaseAt !== null && releaseAt > state.height ? releaseAt : null,
  );
  for (const [index, { transaction_id: transactionId }] of transactions.entries()) {
    await reviewOutgoingAt(tx, { coin: batch.coin, transactionId }, index === 0 ? nextHeight : null);
  }
  if (await isKeptBack(tx, context, facts, judgement)) {
    await putOff(tx, context, facts);
    return [];
  }
  if (batch.put_off_at !== null) await clearPutOff(tx, batchId);
  const isSettled = await act(tx, context, owners, facts, judgement);
  if (releaseAt !== null && releaseAt <= state.height)
    await releaseExcludedClaims(tx, batch.coin, batchId, deepest);
  const [first] = transactions;
  if (!isSettled && first) {
    await reviewOutgoingAt(tx, { coin: batch.coin, transactionId: first.transaction_id }, state.height + 1);
  }
  const toSend = listToSend(transactions, judgement);
  if (batch.dead_at === null && judgement.verdict !== 'exclude' && judgement.verdict !== 'expire') {
    await setDue(tx, batchId, toSend.length > 0 ? context.clock.now() : null, isMissed(transactions, toSend));
  }
  return toSend;
}

const earliest = (...heights: readonly (number | null)[]): number | null =>
  heights.reduce((least, height) => (least === null || (height !== null && height < least) ? height : least));

/** Returns the reviewer that chain readers call. It ignores the lines to send, which the sender handles. */
export const payoutReviewer =
  (owners: PayoutOwners): Reviewer =>
  async (tx, context, batchId) =>
    void (await reviewBatch(tx, context, owners, batchId));

function judgedPayout({ settings }: ReviewContext, { transactions, shares }: BatchFacts, payout: Payout) {
  const mined = transactions.find((one) => one.kind === 'payment' && one.confirmations > 0);
  return {
    status: payout.status,
    required: requiredConfirmations(settings, payout.coin, payout.euro_value),
    mismatched: mined !== undefined && isMismatched(payout, mined, minedFee(transactions, shares, payout.id)),
  };
}

function isMismatched(payout: Payout, mined: SeenTransaction, feeMinor: bigint): boolean {
  if (mined.failed && hasEndedInVain(payout)) return feeMinor !== payout.lost_fee;
  if (mined.failed && payout.status === 'COMPLETED') return true;
  return mined.transaction_id !== payout.transaction_id || feeMinor !== payout.fee;
}

const hasEndedInVain = ({ status }: Payout): boolean => status === 'FAILED' || status === 'REVERSED';

/** Returns false if the batch needs another review at the next block. */
async function act(
  tx: Tx,
  context: ReviewContext,
  owners: PayoutOwners,
  facts: BatchFacts,
  judgement: Judgement,
): Promise<boolean> {
  const { batch, state } = facts;
  switch (judgement.verdict) {
    case 'mined':
      await setBumpHeight(tx, batch.id, null);
      return settle(tx, context, owners, facts, judgement.mined);
    case 'send':
      await setBumpHeight(tx, batch.id, bumpHeight(context.settings, batch.coin, state.height));
      return true;
    case 'exclude':
    case 'expire':
      await giveUp(tx, context, owners, facts, judgement.verdict);
      return true;
    case 'wait':
      return true;
    case 'alarm':
      // The transaction without effect costs only its fee.
      if (judgement.mined.failed) return settle(tx, context, owners, facts, judgement.mined);
      reportPaidAndReturned(context, facts, judgement.mined);
      return true;
  }
}

/**
 * Returns true if staff must review a batch before it is given up. In a restored database, a batch that looks dead may
 * have been paid by a lost replacement with a higher fee. Any transaction that was not signed here may be that
 * replacement.
 */
async function isKeptBack(
  tx: Tx,
  context: ReviewContext,
  { batch, transactions }: BatchFacts,
  { verdict }: Judgement,
): Promise<boolean> {
  if (verdict !== 'exclude' && verdict !== 'expire') return false;
  if (verdict === 'exclude') {
    const others = transactions.flatMap(({ excludedBy }) => excludedBy ?? []);
    const unknownSpend = await findUnknownSpend(tx, batch.coin, others);
    if (unknownSpend !== undefined) {
      await freezeForUnknownSpendWithin(tx, context, batch.coin, unknownSpend);
      return true;
    }
  }
  return isFrozen(tx, batch.coin);
}

/**
 * Keeps the money in place during a freeze. The dead batch is marked and listed, and reviewed again at the thaw even
 * without a chain change.
 */
async function putOff(tx: Tx, context: ReviewContext, { batch, payouts }: BatchFacts): Promise<void> {
  if (!(await markPutOff(tx, batch.id, context.clock.now()))) return;
  context.log.error(
    { payouts: payouts.map((payout) => payout.id), coin: batch.coin },
    'a payout can never be mined any more, but its coin is frozen: it waits for the thaw',
  );
}

function reportPaidAndReturned(
  { log }: ReviewContext,
  { batch, payouts }: BatchFacts,
  mined: SeenTransaction,
): void {
  log.error(
    { payouts: payouts.map((payout) => payout.id), coin: batch.coin, transaction: mined.transaction_id },
    'a payout was mined after it had been given up: it was paid and given back',
  );
}

/**
 * Completes the payouts with the mined transaction of the batch. Returns false if confirmations are
 * missing.
 */
async function settle(
  tx: Tx,
  context: ReviewContext,
  owners: PayoutOwners,
  facts: BatchFacts,
  mined: SeenTransaction,
): Promise<boolean> {
  const movements: Movement[] = [];
  let isSettled = true;
  for (const payout of facts.payouts) {
    const { required, mismatched } = judgedPayout(context, facts, payout);
    const feeMinor = minedFee(facts.transactions, facts.shares, payout.id);
    const deep = mined.final || mined.confirmations >= required;
    const place = { payoutId: payout.id, transactionId: mined.transaction_id, feeMinor };
    if (mined.failed) {
      if (deep) movements.push(...(await endWithoutEffect(tx, context, owners, payout, place)));
    } else if (payout.status === 'FAILED') {
      reportPaidAndReturned(context, facts, mined);
    } else if (payout.status === 'SIGNED' && deep) {
      const ending = { ...payout, transaction_id: mined.transaction_id, fee: feeMinor };
      movements.push(...(await endPayout(tx, context, owners, ending, 'COMPLETED')));
    } else if (payout.status === 'SIGNED' && mismatched) {
      await placePayouts(tx, [place]);
      await recordTransaction(tx, payout.order_id, mined.transaction_id);
    } else if (payout.status === 'COMPLETED' && mismatched && deep) {
      const charged = await correctCharge(tx, context, payout, feeMinor, movements);
      if (!charged) {
        isSettled = false;
        continue;
      }
      if (payout.fee !== feeMinor) movements.push(correctionOf(payout, feeMinor));
      movements.push(...charged);
      await saveCorrection(tx, place);
      await recordTransaction(tx, payout.order_id, mined.transaction_id);
    }
  }
  if (movements.length > 0) postMovements(tx, context, movements);
  return isSettled;
}

/** Ends payouts whose transaction was mined without effect. The money goes back, less the fee that the network took. */
async function endWithoutEffect(
  tx: Tx,
  context: ReviewContext,
  owners: PayoutOwners,
  payout: Payout,
  { transactionId, feeMinor }: PayoutPlace,
): Promise<Movement[]> {
  if (hasEndedInVain(payout)) return correctLoss(tx, context, owners, payout, feeMinor);
  const end = payout.status === 'COMPLETED' ? 'REVERSED' : 'FAILED';
  context.log.warn(
    { payout: payout.id, coin: payout.coin, transaction: transactionId, end },
    'a payout was mined without effect; its money goes back, less the fee',
  );
  const ending = { ...payout, transaction_id: transactionId, lost_fee: feeMinor };
  return endPayout(tx, context, owners, ending, end);
}

/**
 * Ends a batch that can no longer be mined. If another transaction spent its funds, the money goes back. If its last
 * valid block passed, the sequence number is still unused and must be used before later ones, so the payout is signed
 * again, unless it was completed before.
 */
async function giveUp(
  tx: Tx,
  context: ReviewContext,
  owners: PayoutOwners,
  { batch, payouts }: BatchFacts,
  why: 'exclude' | 'expire',
): Promise<void> {
  const movements: Movement[] = [];
  const anew: Payout[] = [];
  await markDead(tx, batch.id, context.clock.now());
  for (const payout of payouts) {
    const about = { payout: payout.id, coin: payout.coin, transaction: payout.transaction_id };
    if (why === 'expire') await freeSequenceNumber(tx, payout.id);
    // It failed with a fee in a block that a reorganisation removed. Its money went back at the failure, and the fee
    // goes back now.
    if (hasEndedInVain(payout)) {
      movements.push(...(await correctLoss(tx, context, owners, payout, 0n)));
      continue;
    }
    if (why === 'expire' && payout.status === 'SIGNED') {
      context.log.warn(about, 'the last valid block of a payout has passed; it is signed again');
      anew.push(payout);
      continue;
    }
    const end = payout.status === 'COMPLETED' ? 'REVERSED' : 'FAILED';
    context.log.error({ ...about, end }, 'a payout can never be mined any more; its money goes back');
    movements.push(...(await endPayout(tx, context, owners, payout, end)));
  }
  await releaseClaims(tx, batch.coin, batch.id);
  const anewIds = anew.map((payout) => payout.id);
  if (anewIds.length > 0) await leaveBatch(tx, anewIds, context.clock.now());
  if (movements.length > 0) postMovements(tx, context, movements);
}
