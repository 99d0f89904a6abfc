import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Order } from './order.rules.ts';
import { isArchived } from './order-archive.store.ts';
import { selectOrderForUpdate } from './order.store.ts';

/** Locks the order until the commit. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Order> {
  const order = await selectOrderForUpdate(tx, orderId);
  assert(order, `there is no order ${orderId}`);
  return order;
}

/**
 * Locks the order, or returns undefined if the partition of its month was detached. Such an order has ended and no
 * longer changes.
 */
export async function lockOrderUnlessArchived(tx: Tx, orderId: string): Promise<Order | undefined> {
  const order = await selectOrderForUpdate(tx, orderId);
  assert(order ?? (await isArchived(tx, orderId)), `there is no order ${orderId}`);
  return order;
}
