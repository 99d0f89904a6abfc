import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { confirmedAtHeight, isDeep } from '../../chains/receipts/receipt.rules.ts';
import { queueReviews } from '../../chains/reviews/queue-reviews.ts';
import { reviewAt } from '../../chains/reviews/review-at.ts';
import { setOrderHold } from '../../orders/change-order.ts';
import type { Movement } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import { releasePromises } from '../../market/open-promises/reserve-promises.ts';
import { choiceOf, type ReleaseLoss, type ReleaseShare } from '../facts/payment-facts.rules.ts';
import { hasOpenPrice, type Payment } from '../facts/payment.rules.ts';
import {
  deleteHeldAlerts,
  deleteUnresolvedAlert,
  insertAlert,
  lockPayment,
  updatePayment,
} from '../facts/payment.store.ts';
import { readPaymentFacts, type LockedFacts } from '../facts/read-payment-facts.ts';
import { addLoss, setReleaseStatus } from '../facts/release.store.ts';
import { advanceOrder } from './advance-order.ts';
import { bookJudgement, lossesOf, settlementMovement, type JudgingContext } from './book-judgement.ts';
import { judgePayment, withCredits, withoutSales, type Judgement } from './judge.rules.ts';
import type { Settlement } from './settlement.rules.ts';

export interface UpToDate {
  /** Facts after all decisions were applied. */
  readonly facts: LockedFacts;
  /** To be posted by the caller with its own movements, last in the transaction. */
  readonly movements: Movement[];
}

/** Locks a payment and judges it again because a chain changed or a deadline passed. Returns the updated payment. */
export async function reviewPayment(
  tx: Tx,
  context: JudgingContext,
  paymentId: string,
): Promise<Payment | undefined> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return undefined;
  const { facts, movements } = await bringUpToDate(tx, context, payment);
  postMovements(tx, context, movements);
  return facts.payment;
}

/**
 * Judges a payment again and writes the result: credited or undone receipts, settlement or reversal, the new status,
 * the order and its webhooks. The caller has locked the payment's row.
 */
export async function bringUpToDate(tx: Tx, context: JudgingContext, payment: Payment): Promise<UpToDate> {
  return applyJudgement(tx, context, await readPaymentFacts(tx, payment, context.clock.now()));
}

/** Does the same with a settlement that the merchant accepted. */
export async function settleAsAccepted(
  tx: Tx,
  context: JudgingContext,
  facts: LockedFacts,
  settlement: Settlement,
): Promise<UpToDate> {
  // The old status is kept, so that the step to PAID is detected and reported.
  const payment = { ...settledPayment(facts.payment, settlement), accepted_at: facts.now };
  const settled = { ...facts, payment };
  const { facts: after, movements } = await applyJudgement(tx, context, settled);
  return { facts: after, movements: [settlementMovement(facts.payment, settlement), ...movements] };
}

async function applyJudgement(tx: Tx, context: JudgingContext, facts: LockedFacts): Promise<UpToDate> {
  const { rates } = context;
  const judgement = judgePayment(facts, rates && ((coin) => rates.bestForDeposit(`${coin}EUR`)));
  const movements = await bookJudgement(tx, context, facts, judgement);
  const payment = await advanceOrder(tx, context, {
    before: facts.payment,
    after: decidedPayment(facts, judgement),
    choice: judgement.choice,
    transactionId: transactionOf(facts, judgement),
  });
  if (!isDeepStrictEqual({ ...payment, updated_at: facts.payment.updated_at }, facts.payment)) {
    updatePayment(tx, payment);
  }
  if (hasOpenPrice(facts.payment) && !hasOpenPrice(payment)) releasePromises(tx, context, payment.id);
  showHold(tx, payment, facts);
  const { undoneSales } = judgement;
  for (const { id } of undoneSales) await setReleaseStatus(tx, id, 'FAILED', facts.now);
  const left = withoutSales(facts.releases, undoneSales);
  const releases = await recordReleaseLosses(tx, left, judgement.releaseLosses);
  await askForReviews(tx, facts);
  if (judgement.undecided) await askForPrice(tx, payment, judgement);
  if (mayEndAlerts(facts, judgement)) deleteHeldAlerts(tx, payment.id, judgement.alerts);
  if (facts.payment.status === 'UNRESOLVED' && payment.status !== 'UNRESOLVED') {
    deleteUnresolvedAlert(tx, payment.id);
  }
  await raiseAlerts(tx, context, payment, judgement);
  const { receipts } = withCredits(facts, judgement.credit, judgement.undo);
  return { facts: { ...facts, payment, receipts, releases }, movements };
}

/** Marks the order if screening holds coins. Most payments have no screened coins and skip the query. */
function showHold(tx: Tx, { order_id: orderId }: Payment, { receipts }: LockedFacts): void {
  if (orderId === null || receipts.every(({ screening }) => screening === null)) return;
  const held = receipts.some(({ visible, screening }) => visible && screening === 'review');
  setOrderHold(tx, orderId, held ? 'screening' : null);
}

const settledPayment = (payment: Payment, settlement: Settlement): Payment => ({
  ...payment,
  settled_choice_id: settlement.choice.id,
  settled_coin_amount: settlement.coinMinor,
  settled_euro_amount: settlement.cents,
  settled_transaction_id: settlement.transactionId,
});

function decidedPayment(facts: LockedFacts, judgement: Judgement): Payment {
  const { settle, reverse, lossMinor } = judgement;
  const payment = settle ? settledPayment(facts.payment, settle) : facts.payment;
  return {
    ...payment,
    status: judgement.status,
    exceptions: [...judgement.exceptions],
    choice_id: judgement.choice?.id ?? null,
    reversed_at: reverse ? facts.now : payment.reversed_at,
    lost_coin_amount: payment.lost_coin_amount + lossMinor,
    lost_count: payment.lost_count + (lossesOf(judgement).length === 0 ? 0 : 1),
    updated_at: facts.now,
  };
}

/** Returns the transaction that the order shows: that of the settlement, otherwise the first one seen. */
function transactionOf(facts: LockedFacts, judgement: Judgement): string | null {
  const seen = facts.receipts.find(
    (receipt) => receipt.visible && choiceOf(facts, receipt).id === judgement.choice?.id,
  );
  return (
    judgement.settle?.transactionId ?? facts.payment.settled_transaction_id ?? seen?.transactionId ?? null
  );
}

/** Returns the releases including the provider's new losses or refunds. */
async function recordReleaseLosses(
  tx: Tx,
  releases: readonly ReleaseShare[],
  losses: readonly ReleaseLoss[],
): Promise<readonly ReleaseShare[]> {
  for (const loss of losses) await addLoss(tx, loss);
  return releases.map((release) => {
    const loss = losses.find(({ releaseId }) => releaseId === release.id);
    return loss ? { ...release, lost_amount: release.lost_amount + loss.lossMinor } : release;
  });
}

/** Queues a review by the chain reader, which has prices. */
async function askForPrice(tx: Tx, payment: Payment, { choice }: Judgement): Promise<void> {
  if (choice) await queueReviews(tx, [{ coin: choice.coin, purpose: 'payment', subjectId: payment.id }]);
}

/** Schedules a review for the block that gives mined coins enough confirmations. */
async function askForReviews(tx: Tx, facts: LockedFacts): Promise<void> {
  const waiting = facts.receipts.filter((receipt) => !receipt.credited && receipt.confirmations > 0);
  await reviewAt(
    tx,
    waiting.map((receipt) => {
      const required = choiceOf(facts, receipt).required_confirmations;
      const height = facts.heights.get(receipt.coin) ?? 0;
      const deep = isDeep(receipt, required);
      return { receipt, height: deep ? null : confirmedAtHeight(receipt, height, required) };
    }),
  );
}

/**
 * Returns whether alerts about held coins may be obsolete: the coins were removed, now count, or were sent on. A stale
 * alert would suppress the next one of its kind.
 */
const mayEndAlerts = ({ payment, refunds, releases }: LockedFacts, { choice, undo }: Judgement): boolean =>
  undo.length + refunds.length + releases.length > 0 || payment.choice_id !== (choice?.id ?? null);

async function raiseAlerts(
  tx: Tx,
  context: JudgingContext,
  payment: Payment,
  { alerts }: Judgement,
): Promise<void> {
  for (const kind of alerts) {
    if (await insertAlert(tx, payment.id, kind, payment.updated_at)) {
      context.log.error({ payment: payment.id, psp: payment.psp_id, alert: kind }, 'a payment needs staff');
    }
  }
}
