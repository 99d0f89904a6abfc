import { isId } from '../../platform/ids.ts';
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

export async function getOrders(
  context: Pick<MerchantContext, 'sql'>,
  filter: OrderFilter,
): Promise<{ orders: Order[]; next: string | undefined }> {
  const found = await listOrders(context.sql, { ...filter, limit: filter.limit + 1 });
  const orders = found.slice(0, filter.limit);
  return { orders, next: found.length > filter.limit ? orders.at(-1)?.id : undefined };
}
