import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { clientActor } from '../../access/audit/audit.rules.ts';
import { askRecipient, type AskedRecipient } from '../../chains/recipients/ask-recipient.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { acceptPayment, confirmAcceptance } from '../accept-payment.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import { findStatedAddress, type Payment } from '../facts/payment.rules.ts';
import { readPaymentFacts } from '../facts/read-payment-facts.ts';
import { isMaturing } from '../judging/acceptance.rules.ts';
import { reviewPayment } from '../judging/bring-up-to-date.ts';
import { getPaymentPolicy } from '../policy/payment-policies.ts';
import { resolutionOf, type Resolution } from '../policy/payment-policy.rules.ts';
import { payoutsChannel } from '../../payouts/request-payout.ts';
import { hasFailedToStated } from '../state-refund-address.ts';
import { liftClaim } from '../releases/lift-claim.ts';
import { refundPayment } from '../refunds/refund-payment.ts';

export const resolveJobName = 'resolve_payment';

/**
 * Reviews a payment, sells coins that came back to a reversed one while its merchant owes euros, and queues the
 * automatic resolution if the merchant's policy has one.
 */
export async function reviewAndResolve(tx: Tx, context: MerchantContext, paymentId: string): Promise<void> {
  const payment = await reviewPayment(tx, context, paymentId);
  if (!payment) return;
  await liftClaim(tx, context, payment);
  if ((await wayOf(tx, payment)) === 'wait') return;
  // In a job of its own: a refused resolution must not roll back what the review recorded.
  addJob(tx, context.clock, resolveJobName, { id: paymentId }, { key: `${resolveJobName}:${paymentId}` });
}

async function wayOf(tx: Tx, payment: Payment): Promise<Resolution> {
  if (payment.status !== 'UNRESOLVED') return 'wait';
  const way = resolutionOf(await getPaymentPolicy(tx, payment.psp_id), payment.exceptions);
  if (way !== 'refund') return way;
  // Each attempt may cost a fee. After a failure only a person may retry, or the policy with another address.
  const isFutile =
    findStatedAddress(payment, payment.coin) === undefined || (await hasFailedToStated(tx, payment));
  return isFutile ? 'wait' : way;
}

/**
 * Accepts or refunds an unresolved payment by the merchant's policy, with the same operations and at the present rate.
 * If this is impossible now (unconfirmed coins, too little value, an account that would reject them), the payment waits
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
    // Status 503 means that a price or node is missing at the moment: the job is retried.
    if (!(error instanceof ProblemError) || error.status === 503) throw error;
    context.log.info({ payment: paymentId, code: error.code }, 'a payment could not be resolved by policy');
  }
}

/** Returns the stated address if the policy is to refund the payment. */
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
  // The block that confirms the coins triggers another review.
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
