import { isId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import { findStatedAddress } from '../facts/payment.rules.ts';
import { getPaymentPolicy } from '../policy/payment-policies.ts';
import { refuseLegacyAddress, type RefundAddressInput } from '../read-refund-address.ts';
import { stateRefundAddress } from '../state-refund-address.ts';

/**
 * Stores the refund address that the customer of an unresolved payment enters on the hosted page. The first address for
 * a coin is final: a person who learns the page's address later must not redirect the coins.
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
    if (findStatedAddress(payment, payment.coin)) throw problem('payment_in_progress');
    refuseLegacyAddress(payment.coin, input.refund_address);
    await stateRefundAddress(tx, context, payment, input);
  });
  context.signals.publish(subjectChannel, paymentId);
}
