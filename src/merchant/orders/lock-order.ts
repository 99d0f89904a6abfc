import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Order } from './order.rules.ts';
import { selectOrderForUpdate } from './order.store.ts';

/** The order, which nobody else changes until the commit. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Order> {
  const order = await selectOrderForUpdate(tx, orderId);
  assert(order, `there is no order ${orderId}`);
  return order;
}
