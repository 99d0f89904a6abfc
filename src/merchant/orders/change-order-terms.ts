import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { announceOrder } from './open-order.ts';
import type { Order } from './order.rules.ts';
import { updateTerms, type TermsChange } from './order.store.ts';

export type OrderTerms = TermsChange & { readonly paymentStatus: string };

/** The terms of an order that still waits for coins. Its merchant is told, also where only its payment has changed. */
export async function changeOrderTerms(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  terms: OrderTerms,
): Promise<Order> {
  const order = await updateTerms(tx, terms, context.clock.now());
  assert(order, `order ${terms.orderId} does not wait for coins`);
  await announceOrder(tx, context, order, terms.paymentStatus);
  return order;
}
