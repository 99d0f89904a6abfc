import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { queueReviews } from '../chains/reviews/queue-reviews.ts';
import type { Address } from '../chains/chain.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Payment, PaymentStatus } from './facts/payment.rules.ts';
import { listChoices, saveRefundAddress } from './facts/payment.store.ts';
import { readRefundAddress, type RefundAddressInput } from './read-refund-address.ts';

/** While its coins may still have to go back as they came. */
const openStatuses: ReadonlySet<PaymentStatus> = new Set(['PENDING', 'CONFIRMING', 'UNRESOLVED', 'EXPIRED']);

/**
 * Where the coins of a payment are to go if they are sent back. Nothing is sent by it: the merchant decides, or its
 * policy. It may be stated again. The payment's row is locked.
 */
export async function stateRefundAddress(
  tx: Tx,
  context: Pick<MerchantContext, 'chains'>,
  payment: Payment,
  input: RefundAddressInput,
): Promise<Address> {
  if (payment.choice_id === null || !openStatuses.has(payment.status)) {
    throw problem('payment_not_refundable', { detail: `The payment is ${payment.status}.` });
  }
  const choice = (await listChoices(tx, payment.id)).find(({ id }) => id === payment.choice_id);
  assert(choice, 'a payment’s choice is one of its choices');
  const { coin } = choice;
  const address = await readRefundAddress(tx, context.chains.get(coin), input);
  saveRefundAddress(tx, payment.id, { coin, ...address });
  // Its policy may have waited for it.
  await queueReviews(tx, [{ coin, purpose: 'payment', subjectId: payment.id }]);
  return address;
}
