import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Order } from './order.rules.ts';
import { isArchived } from './order-archive.store.ts';
import { selectOrderForUpdate } from './order.store.ts';

/** The order, which nobody else changes until the commit. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Order> {
  const order = await selectOrderForUpdate(tx, orderId);
  assert(order, `there is no order ${orderId}`);
  return order;
}

/** Nothing where its month was taken out of the table: it has ended, and stays as it is. */
export async function lockOrderUnlessArchived(tx: Tx, orderId: string): Promise<Order | undefined> {
  const order = await selectOrderForUpdate(tx, orderId);
  assert(order ?? (await isArchived(tx, orderId)), `there is no order ${orderId}`);
  return order;
}
