import { isId } from '../../platform/ids.ts';
import { invalidField } from '../../platform/problem.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { isLegacyAddress } from '../chains/addresses/base58-address.ts';
import { subjectChannel } from '../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { getLockedPayment } from '../payments/facts/lock-payment.ts';
import { findStatedAddress } from '../payments/facts/payment.rules.ts';
import { getPaymentPolicy } from '../payments/policy/payment-policies.ts';
import type { RefundAddressInput } from '../payments/read-refund-address.ts';
import { stateRefundAddress } from '../payments/state-refund-address.ts';

export const legacyAddressFault = 'legacy_address';

/**
 * Stores where the customer of an unresolved payment wants the coins sent back to, from the form of the hosted page. The
 * first address for a coin is final: a person who learns the page's address later must not redirect the coins.
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
    // Wallets show the same legacy characters for BTC and BCH: a customer who pastes a BTC address must be told.
    if (payment.coin === 'BCH' && isLegacyAddress(input.refund_address)) {
      const message =
        'is a legacy address, which could be one of Bitcoin: state the CashAddr form (bitcoincash:…)';
      throw invalidField('refund_address', legacyAddressFault, message);
    }
    await stateRefundAddress(tx, context, payment, input);
  });
  context.signals.publish(subjectChannel, paymentId);
}
