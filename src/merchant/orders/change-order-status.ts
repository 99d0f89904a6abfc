import type { Tx } from '../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { announceOrder } from './open-order.ts';
import { statusesBefore, type Order, type OrderHold, type OrderStatus } from './order.rules.ts';
import { updateStatus } from './order.store.ts';

export interface OrderChange {
  orderId: string;
  to: OrderStatus;
  blockchainTransactionId?: string | null;
  /** Where they change with this step. */
  coinAmountMinor?: bigint;
  euroAmountMinor?: bigint;
  paymentStatus?: string;
  /** Whom it still waits for; nobody where nothing is said. */
  hold?: OrderHold | null;
}

/** One step of the table, whoever else tries at the same time; the order stays locked until the commit. */
export async function changeOrderStatus(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  change: OrderChange,
): Promise<Order> {
  const order = await updateStatus(tx, {
    id: change.orderId,
    from: statusesBefore(change.to),
    to: change.to,
    blockchainTransactionId: change.blockchainTransactionId,
    coinAmount: change.coinAmountMinor ?? null,
    euroAmount: change.euroAmountMinor ?? null,
    hold: change.hold ?? null,
    updatedAt: context.clock.now(),
  });
  if (!order) {
    throw problem('order_status_conflict', { detail: `The order cannot become ${change.to}.` });
  }
  await announceOrder(tx, context, order, change.paymentStatus);
  return order;
}
