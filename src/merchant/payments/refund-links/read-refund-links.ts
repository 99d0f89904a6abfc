import { isId } from '../../../platform/ids.ts';
import { idRange, takePage, type Page } from '../../../platform/postgres/paging.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { getPaymentOf } from '../facts/lock-payment.ts';
import { refundLinkWords } from '../../details/refund-link-words.rules.ts';
import type { RefundLink } from './refund-link.rules.ts';
import { hashToken } from '../../../platform/tokens/opaque-token.ts';
import { findLink, findLinkByToken, listLinks, listOpenLinks } from './refund-link.store.ts';

/** Lists the open links of a payment. They can only change while its row is not locked. */
export const listOpenLinksOf = (sql: Tag, paymentId: string): Promise<RefundLink[]> =>
  listOpenLinks(sql, paymentId);

/** Returns a page of the payment's links, newest first. */
export async function findRefundLinks(
  { sql }: Pick<MerchantContext, 'sql'>,
  pspId: number,
  paymentId: string,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<Page<RefundLink>> {
  await getPaymentOf(sql, pspId, paymentId);
  const rows = await listLinks(sql, paymentId, idRange({}, cursor), limit + 1);
  return takePage(rows, limit, (last) => last.id);
}

/** Returns the link. Another PSP's link is reported as unknown. */
export async function getRefundLink(sql: Tag, pspId: number, id: string): Promise<RefundLink> {
  const link = isId(id) ? await findLink(sql, id) : undefined;
  if (link?.psp_id !== pspId) throw problem('not_found', { say: refundLinkWords.noSuchRefundLink });
  return link;
}

/** Longest token that is hashed. */
const longestToken = 100;

/** Returns the link of a token. Reading changes nothing: mail programs open links by themselves. */
export async function findClaimedLink(
  { sql }: Pick<MerchantContext, 'sql'>,
  token: string,
): Promise<RefundLink | undefined> {
  return token === '' || token.length > longestToken ? undefined : findLinkByToken(sql, hashToken(token));
}
