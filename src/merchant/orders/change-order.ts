import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { announceOrder } from './open-order.ts';
import { statusesBefore, type Order, type OrderHold, type OrderStatus } from './order.rules.ts';
import {
  setTransactionId,
  updateHold,
  updateNetworkFee,
  updateStatus,
  updateTerms,
  type TermsChange,
} from './order.store.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

export interface OrderChange {
  orderId: string;
  to: OrderStatus;
  blockchainTransactionId?: string | null;
  /** Set if the amounts change with this step. */
  coinAmountMinor?: bigint;
  euroAmountMinor?: bigint;
  paymentStatus?: string;
  /** Reason why the order waits; absent if it does not. */
  hold?: OrderHold | null;
}

/**
 * Changes the status by one step of the status table, queues the webhook and keeps the order locked until the commit.
 */
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
    throw problem('order_status_conflict', {
      say: merchantWords.orderCannotBecome,
      values: { status: change.to },
    });
  }
  await announceOrder(tx, context, order, change.paymentStatus);
  return order;
}

/**
 * Changes the terms of an order that waits for coins, and queues the webhook even if only the status of its payment
 * changed.
 */
export async function changeOrderTerms(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  terms: TermsChange & { readonly paymentStatus: string },
): Promise<Order> {
  const order = await updateTerms(tx, terms, context.clock.now());
  assert(order, `order ${terms.orderId} does not wait for coins`);
  await announceOrder(tx, context, order, terms.paymentStatus);
  return order;
}

// The changes below keep the status, so they send no webhook.

export const setOrderHold = (tx: Tx, orderId: string, hold: OrderHold | null): void =>
  tx.defer(updateHold(tx, orderId, hold));

/** Sets the merchant's cost of the network fee of an order. */
export const setNetworkFee = (tx: Tx, orderId: string, cents: bigint): void =>
  tx.defer(updateNetworkFee(tx, orderId, cents));

/** Sets the blockchain transaction of an order; does nothing without an order or a transaction. */
export async function recordTransaction(
  tx: Tx,
  orderId: string | null,
  transactionId: string | null,
): Promise<void> {
  if (orderId !== null && transactionId !== null) await setTransactionId(tx, orderId, transactionId);
}
