import { isId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { subjectChannel } from '../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { getLockedPayment } from '../payments/facts/lock-payment.ts';
import { getPaymentPolicy } from '../payments/policy/payment-policies.ts';
import type { RefundAddressInput } from '../payments/read-refund-address.ts';
import { stateRefundAddress } from '../payments/state-refund-address.ts';

/**
 * Where the customer of an unresolved payment would have the coins sent back to, by the page's form. Only the first one
 * counts: whoever gets hold of the page's address later must not turn the coins to themselves.
 */
export async function giveRefundAddress(
  context: MerchantContext,
  paymentId: string,
  input: RefundAddressInput,
): Promise<void> {
  if (!isId(paymentId)) throw problem('not_found');
  await transaction(context.sql, async (tx) => {
    const payment = await getLockedPayment(tx, paymentId);
    const { customer_refund_address: allowed } = await getPaymentPolicy(tx, payment.psp_id);
    if (!allowed || payment.status !== 'UNRESOLVED') throw problem('payment_not_refundable');
    if (payment.refund_address !== null) throw problem('payment_in_progress');
    await stateRefundAddress(tx, context, payment, input);
  });
  context.signals.publish(subjectChannel, paymentId);
}
