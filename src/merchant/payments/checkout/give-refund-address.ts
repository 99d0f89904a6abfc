import { isId } from '../../../platform/ids.ts';
import { invalidField } from '../../../platform/problem.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { isLegacyAddress } from '../../chains/addresses/base58-address.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import { findStatedAddress } from '../facts/payment.rules.ts';
import { getPaymentPolicy } from '../policy/payment-policies.ts';
import type { RefundAddressInput } from '../read-refund-address.ts';
import { stateRefundAddress } from '../state-refund-address.ts';
import { addressWords } from '../../details/address-words.rules.ts';

export const legacyAddressFault = 'legacy_address';

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
    // Legacy addresses of BTC and BCH look the same, so a BTC address could be pasted by mistake.
    if (payment.coin === 'BCH' && isLegacyAddress(input.refund_address)) {
      throw invalidField('refund_address', legacyAddressFault, addressWords.legacyAddress);
    }
    await stateRefundAddress(tx, context, payment, input);
  });
  context.signals.publish(subjectChannel, paymentId);
}
