import type { PspContact } from '../../../access/contact/psp-contact.ts';
import { getPspContact } from '../../../access/contact/psp-contact.ts';
import { formatAsset } from '../../../assets/asset.rules.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { merchantProblems as problem } from '../../../merchant.problems.ts';
import { refundLinkWords } from '../../../details/refund-link-words.rules.ts';
import { ProblemError } from '../../../../platform/problem.ts';
import { getRefund } from '../../refunds/listing/list-refunds.ts';
import { quoteRefund } from '../../refunds/quote-refund.ts';
import { getPayment } from '../../views/get-payment.ts';
import { statusAt, type RefundLink, type RefundLinkStatus } from '../../refund-links/refund-link.rules.ts';

/** Everything that the claim page shows. Contains no customer data but the address of the claimed refund. */
export interface ClaimView {
  readonly link: RefundLink;
  readonly status: RefundLinkStatus;
  readonly merchantName: string;
  readonly contact: PspContact;
  /** Estimate of the coins that the customer receives, or the reason why they cannot be sent now. */
  readonly offer: { readonly sentMinor: bigint } | ProblemError | null;
  readonly refund: Awaited<ReturnType<typeof getRefund>> | null;
}

export async function readClaim(
  context: MerchantContext,
  link: RefundLink,
  address = '',
): Promise<ClaimView> {
  const { psp_id: pspId, refund_id: refundId } = link;
  const status = statusAt(link, context.clock.nowMs());
  const [lookup, contact] = await Promise.all([
    getPayment(context, pspId, link.payment_id),
    getPspContact(context.sql, pspId),
  ]);
  const offer = async (): Promise<ClaimView['offer']> => {
    if (contact.suspended_at !== null)
      return problem('payment_not_refundable', { say: refundLinkWords.pspSuspended });
    const { total_euro_amount: cents } = link;
    const requested = cents === null ? undefined : formatAsset('EUR', cents);
    try {
      const { plan } = await quoteRefund(context, pspId, lookup, requested, address, link.id);
      return { sentMinor: plan.sentMinor };
    } catch (error) {
      if (error instanceof ProblemError) return error;
      throw error;
    }
  };
  return {
    link,
    status,
    merchantName: lookup.records.payment.merchant_name,
    contact,
    offer: status === 'OPEN' ? await offer() : null,
    refund: refundId === null ? null : await getRefund(context, pspId, refundId),
  };
}
