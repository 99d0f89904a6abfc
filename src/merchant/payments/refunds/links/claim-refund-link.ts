import { transaction } from '../../../../platform/postgres/client/transaction.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import { formatAsset } from '../../../assets/asset.rules.ts';
import { getPspContact } from '../../../access/contact/psp-contact.ts';
import { askRecipient, type AskedRecipient } from '../../../chains/recipients/ask-recipient.ts';
import { subjectChannel } from '../../../chains/reviews/run-reviews.ts';
import { refundLinkWords } from '../../../details/refund-link-words.rules.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { merchantProblems as problem } from '../../../merchant.problems.ts';
import { payoutsChannel } from '../../../payouts/request-payout.ts';
import { lockPaymentOf } from '../../facts/lock-payment.ts';
import { refuseLegacyAddress, type RefundAddressInput } from '../../read-refund-address.ts';
import { refundPayment } from '../refund-payment.ts';
import { linkEnded } from '../../refund-links/change-refund-links.ts';
import { getRefundLink } from '../../refund-links/read-refund-links.ts';
import { statusAt, type RefundLink } from '../../refund-links/refund-link.rules.ts';

/**
 * Refunds to the address that the customer states. The payment's lock makes one of several claims, revocations and
 * refunds the first; the others are refused.
 */
export async function claimRefundLink(
  context: MerchantContext,
  link: RefundLink,
  input: RefundAddressInput,
): Promise<void> {
  if (statusAt(link, context.clock.nowMs()) !== 'OPEN') throw linkEnded(link, context);
  const askedAt = context.clock.now();
  const asked = await askRecipient(context, input.refund_address, input.destination_tag);
  await transaction(context.sql, (tx) => claim(tx, context, link, { ...input, asked, askedAt }));
  context.signals.publish(payoutsChannel);
  context.signals.publish(subjectChannel, link.payment_id);
}

async function claim(
  tx: Tx,
  context: MerchantContext,
  { id, psp_id: pspId, payment_id: paymentId }: RefundLink,
  input: RefundAddressInput & { readonly asked: readonly AskedRecipient[]; readonly askedAt: Date },
): Promise<void> {
  await lockPaymentOf(tx, pspId, paymentId);
  const link = await getRefundLink(tx, pspId, id);
  if (statusAt(link, context.clock.nowMs()) !== 'OPEN') throw linkEnded(link, context);
  if ((await getPspContact(tx, pspId)).suspended_at !== null)
    throw problem('payment_not_refundable', { say: refundLinkWords.pspSuspended });
  refuseLegacyAddress(link.coin, input.refund_address);
  await refundPayment(tx, context, pspId, paymentId, {
    ...input,
    link,
    coin: link.coin,
    refund_reason: link.reason,
    refund_amount: link.total_euro_amount === null ? undefined : formatAsset('EUR', link.total_euro_amount),
    requestedBy: link.requested_by,
  });
}
