import { isId } from '../../platform/ids.ts';
import { idRange, takePage, type Page, type Period } from '../../platform/postgres/paging.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Order } from './order.rules.ts';
import { findOrder, listOrders, type OrderFilter } from './order.store.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

/** Returns the order. Another PSP's order is reported as unknown. */
export async function getOrder(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
  orderId: string,
): Promise<Order> {
  const order = isId(orderId) ? await findOrder(context.sql, pspId, orderId) : undefined;
  if (!order) throw problem('not_found', { say: merchantWords.noSuchOrder });
  return order;
}

export interface OrderSearch extends OrderFilter, Period {
  readonly cursor: string | undefined;
  readonly limit: number;
}

export async function getOrders(
  context: Pick<MerchantContext, 'sql'>,
  { from, to, cursor, limit, ...filter }: OrderSearch,
): Promise<Page<Order>> {
  const rows = await listOrders(context.sql.reading, filter, idRange({ from, to }, cursor), limit + 1);
  return takePage(rows, limit, (last) => last.id);
}
