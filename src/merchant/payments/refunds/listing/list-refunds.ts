import { isId } from '../../../../platform/ids.ts';
import { idRange, takePage, type Page, type Period } from '../../../../platform/postgres/paging.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { merchantProblems as problem } from '../../../merchant.problems.ts';
import { getPaymentOf } from '../../facts/lock-payment.ts';
import type { RefundStatus } from '../../facts/payment-facts.rules.ts';
import { findRefund, listRefundsOf, type ListedRefund } from './refund-list.store.ts';
import { merchantWords } from '../../../details/merchant-words.rules.ts';

export interface RefundSearch extends Period {
  readonly pspId: number;
  readonly paymentId?: string;
  readonly status: RefundStatus | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Returns a page of refunds. A payment filter must name a payment of this PSP. */
export async function findRefunds(
  context: Pick<MerchantContext, 'sql'>,
  { pspId, paymentId, status, from, to, cursor, limit }: RefundSearch,
): Promise<Page<ListedRefund>> {
  if (paymentId !== undefined) await getPaymentOf(context.sql, pspId, paymentId);
  const range = idRange({ from, to }, cursor);
  const rows = await listRefundsOf(context.sql, { pspId, paymentId, status }, range, limit + 1);
  return takePage(rows, limit, (last) => last.id);
}

/** Returns the refund. Another PSP's refund is reported as unknown. */
export async function getRefund(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
  refundId: string,
): Promise<ListedRefund> {
  const refund = isId(refundId) ? await findRefund(context.sql, pspId, refundId) : undefined;
  if (!refund) throw problem('not_found', { say: merchantWords.noSuchRefund });
  return refund;
}
