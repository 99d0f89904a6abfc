import type { Tx } from '../../../platform/postgres/client/database.ts';
import { coins } from '../../assets/asset.rules.ts';
import { shownCustomer } from '../../customers/customer.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { releasePromises } from '../../market/open-promises/reserve-promises.ts';
import { queuePaymentEvent } from '../../webhooks/queue/queue-order-event.ts';
import { lockPaymentOf } from '../facts/lock-payment.ts';
import type { PaymentFacts } from '../facts/payment-facts.rules.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { updatePayment, voidChoices } from '../facts/payment.store.ts';
import { activeChoice } from '../judging/active-choice.rules.ts';
import { advanceOrder } from '../judging/advance-order.ts';
import { bringUpToDate } from '../judging/bring-up-to-date.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

/**
 * Cancels a payment that received no coins. Its status becomes EXPIRED, which every client knows; `cancelled_at` marks
 * the difference. Coins that arrive later are late even if they were sent before, because their price is no longer
 * guaranteed.
 */
export async function cancelPayment(
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'log'>,
  pspId: number,
  paymentId: string,
): Promise<Payment> {
  const locked = await lockPaymentOf(tx, pspId, paymentId);
  const { facts, movements } = await bringUpToDate(tx, context, locked);
  postMovements(tx, context, movements);
  const { payment, now } = facts;
  // A repeated cancellation succeeds.
  if (payment.status === 'EXPIRED' && payment.cancelled_at !== null) return payment;
  refuseUnlessUntouched(facts);
  const ended: Payment = {
    ...payment,
    status: 'EXPIRED',
    cancelled_at: now,
    expires_at: payment.expires_at < now ? payment.expires_at : now,
    updated_at: now,
  };
  const choice = activeChoice(facts);
  if (choice) voidChoices(tx, payment.id);
  else {
    queuePaymentEvent(tx, context, {
      pspId,
      paymentId: payment.id,
      eventType: 'payment.cancelled',
      paymentStatus: 'EXPIRED',
      customerDetails: shownCustomer(payment),
    });
  }
  const after = await advanceOrder(tx, context, {
    before: payment,
    after: ended,
    choice,
    transactionId: null,
  });
  updatePayment(tx, after);
  releasePromises(tx, context, payment.id);
  return after;
}

function refuseUnlessUntouched({ payment, receipts }: PaymentFacts): void {
  if (payment.status === 'EXPIRED') throw problem('payment_expired');
  const seen = receipts.find((receipt) => receipt.visible);
  if (seen) {
    throw problem('payment_in_progress', {
      say: merchantWords.coinAlreadySent,
      values: { coin: coins[seen.coin].name },
    });
  }
  if (payment.status !== 'NEW' && payment.status !== 'PENDING') {
    throw problem('payment_in_progress', {
      say: merchantWords.paymentIs,
      values: { status: payment.status },
    });
  }
}
