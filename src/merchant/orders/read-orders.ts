import { isId } from '../../platform/ids.ts';
import { idRange, takePage, type Page, type Period } from '../../platform/postgres/paging.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import type { Order } from './order.rules.ts';
import { findOrder, listOrders, type OrderFilter } from './order.store.ts';

/** Another PSP's order is as unknown as one that never was. */
export async function getOrder(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
  orderId: string,
): Promise<Order> {
  const order = isId(orderId) ? await findOrder(context.sql, pspId, orderId) : undefined;
  if (!order) throw problem('not_found', { detail: 'There is no such order.' });
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
