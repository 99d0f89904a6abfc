import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { queueReviews } from '../chains/reviews/queue-reviews.ts';
import type { Address } from '../chains/chain.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Payment, PaymentStatus } from './facts/payment.rules.ts';
import { listChoices, saveRefundAddress } from './facts/payment.store.ts';
import { listRefunds } from './facts/refund.store.ts';
import { readRefundAddress, type RefundAddressInput } from './read-refund-address.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

/** In these states the coins may still have to be refunded in kind. */
const openStatuses: ReadonlySet<PaymentStatus> = new Set(['PENDING', 'CONFIRMING', 'UNRESOLVED', 'EXPIRED']);

/**
 * Sets the address for a refund of the payment's coins and replaces an earlier one. Sends nothing: the merchant or its
 * policy decides that. The caller has locked the payment's row.
 */
export async function stateRefundAddress(
  tx: Tx,
  context: Pick<MerchantContext, 'chains'>,
  payment: Payment,
  input: RefundAddressInput,
): Promise<Address> {
  if (payment.choice_id === null || !openStatuses.has(payment.status)) {
    throw problem('payment_not_refundable', {
      say: merchantWords.paymentIs,
      values: { status: payment.status },
    });
  }
  const choice = (await listChoices(tx, payment.id)).find(({ id }) => id === payment.choice_id);
  assert(choice, 'a payment’s choice is one of its choices');
  const { coin } = choice;
  const address = await readRefundAddress(tx, context.chains.get(coin), input);
  saveRefundAddress(tx, payment.id, { coin, ...address });
  // The merchant's policy may be waiting for the address.
  await queueReviews(tx, [{ coin, purpose: 'payment', subjectId: payment.id }]);
  return address;
}

export async function hasFailedToStated(tx: Tx, payment: Payment): Promise<boolean> {
  const refunds = await listRefunds(tx, payment.id);
  return refunds.some(
    (refund) =>
      refund.status === 'FAILED' &&
      refund.coin === payment.refund_coin &&
      refund.address === payment.refund_address &&
      refund.destination_tag === payment.refund_destination_tag,
  );
}
