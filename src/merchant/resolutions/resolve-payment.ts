import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { ProblemError } from '../../platform/problem.ts';
import { clientActor } from '../audit/audit.rules.ts';
import { askRecipient, type AskedRecipient } from '../chains/recipients/ask-recipient.ts';
import { subjectChannel } from '../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { acceptPayment, confirmAcceptance } from '../payments/accept-payment.ts';
import { hasFailedToStated } from '../payments/facts/failed-refund.ts';
import { getLockedPayment } from '../payments/facts/lock-payment.ts';
import { findStatedAddress, type Payment } from '../payments/facts/payment.rules.ts';
import { readPaymentFacts } from '../payments/facts/read-payment-facts.ts';
import { isMaturing } from '../payments/judging/acceptance.rules.ts';
import { getPaymentPolicy } from '../payments/policy/payment-policies.ts';
import { resolutionOf, type Resolution } from '../payments/policy/payment-policy.rules.ts';
import { reviewPayment } from '../payments/review-payment.ts';
import { payoutsChannel } from '../payouts/request-payout.ts';
import { refundPayment } from '../refunds/refund-payment.ts';

export const resolveJobName = 'resolve_payment';

/** Looks at a payment again, and has it resolved where that is its merchant's policy. */
export async function reviewAndResolve(tx: Tx, context: MerchantContext, paymentId: string): Promise<void> {
  const payment = await reviewPayment(tx, context, paymentId);
  if (!payment || (await wayOf(tx, payment)) === 'wait') return;
  // By itself and afterwards: what is refused there must not undo what was seen on the chain.
  addJob(tx, context.clock, resolveJobName, { id: paymentId }, { key: `${resolveJobName}:${paymentId}` });
}

async function wayOf(tx: Tx, payment: Payment): Promise<Resolution> {
  if (payment.status !== 'UNRESOLVED') return 'wait';
  const way = resolutionOf(await getPaymentPolicy(tx, payment.psp_id), payment.exceptions);
  if (way !== 'refund') return way;
  // Each attempt may cost a fee. After a failure the next one is for a person, or for another address.
  const isFutile =
    findStatedAddress(payment, payment.coin) === undefined || (await hasFailedToStated(tx, payment));
  return isFutile ? 'wait' : way;
}

/**
 * Accepts or refunds an unresolved payment as its merchant would have: by the same operations, at the present rate. What
 * cannot be done now, because something is unconfirmed, worth too little, or to an account that would not take it, waits
 * for the next block or for the merchant.
 */
export async function resolvePayment(context: MerchantContext, paymentId: string): Promise<void> {
  try {
    const to = await transaction(context.sql, (tx) => findRefundAddress(tx, paymentId));
    const asked = to ? await askRecipient(context, to.address, to.destinationTag) : [];
    const way = await transaction(context.sql, (tx) => resolveInside(tx, context, paymentId, asked));
    if (way === 'wait') return;
    if (way === 'accept') await confirmAcceptance(context, paymentId);
    context.log.info({ payment: paymentId, way }, 'a payment was resolved by its merchant’s policy');
    if (way === 'refund') context.signals.publish(payoutsChannel);
    context.signals.publish(subjectChannel, paymentId);
  } catch (error) {
    // No price or node at the moment: the job is tried again.
    if (!(error instanceof ProblemError) || error.status === 503) throw error;
    context.log.info({ payment: paymentId, code: error.code }, 'a payment could not be resolved by policy');
  }
}

/** Of one that is to be refunded. */
async function findRefundAddress(
  tx: Tx,
  paymentId: string,
): Promise<{ readonly address: string; readonly destinationTag: string | null } | undefined> {
  const payment = await getLockedPayment(tx, paymentId);
  return (await wayOf(tx, payment)) === 'refund' ? findStatedAddress(payment, payment.coin) : undefined;
}

async function resolveInside(
  tx: Tx,
  context: MerchantContext,
  paymentId: string,
  asked: readonly AskedRecipient[],
): Promise<Resolution> {
  const payment = await getLockedPayment(tx, paymentId);
  const way = await wayOf(tx, payment);
  // Looked at again with the block that makes them deep enough.
  if (way !== 'wait' && isMaturing(await readPaymentFacts(tx, payment, context.clock.now()))) return 'wait';
  if (way === 'accept') await acceptPayment(tx, context, payment.psp_id, payment.id);
  const stated = findStatedAddress(payment, payment.coin);
  if (way === 'refund' && stated && payment.coin !== null) {
    await refundPayment(tx, context, payment.psp_id, payment.id, {
      coin: payment.coin,
      refund_address: stated.address,
      destination_tag: stated.destinationTag,
      refund_reason: payment.exceptions.join(', ').toLowerCase(),
      askedAt: context.clock.now(),
      asked,
      requestedBy: clientActor('payment-policy'),
    });
  }
  return way;
}
