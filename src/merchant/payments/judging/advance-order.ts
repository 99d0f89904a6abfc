import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { changeOrderStatus, changeOrderTerms } from '../../orders/change-order.ts';
import { lockOrderUnlessArchived } from '../../orders/lock-order.ts';
import { announceOrder, openOrder } from '../../orders/open-order.ts';
import type { Order, OrderStatus } from '../../orders/order.rules.ts';
import { stepsBetween, type Choice, type Payment, type PaymentStatus } from '../facts/payment.rules.ts';

export interface PaymentChange {
  readonly before: Payment;
  readonly after: Payment;
  readonly choice: Choice | undefined;
  readonly transactionId: string | null;
}

type OrderContext = Pick<MerchantContext, 'clock'>;

/**
 * Moves the payment's order through each step between the two statuses and queues a webhook for each. Returns the
 * payment with its order, which is a new one if the previous order had failed. A payment without a coin has no order
 * and no webhook.
 */
export async function advanceOrder(tx: Tx, context: OrderContext, change: PaymentChange): Promise<Payment> {
  const { before, after, choice } = change;
  if (!choice) return after;
  const steps = stepsBetween(before.status, after.status);
  const changedWithin =
    before.choice_id !== after.choice_id || before.exceptions.join() !== after.exceptions.join();
  if (steps.length === 0 && changedWithin) steps.push(after.status);
  let orderId = after.order_id;
  for (const status of steps)
    ({ id: orderId } = await takeStep(tx, context, { ...change, orderId, choice, status }));
  return { ...after, order_id: orderId };
}

interface Step extends PaymentChange {
  readonly choice: Choice;
  readonly orderId: string | null;
  readonly status: PaymentStatus;
}

async function takeStep(tx: Tx, context: OrderContext, step: Step): Promise<Pick<Order, 'id'>> {
  const { after, choice, transactionId, status: paymentStatus } = step;
  const order = step.orderId === null ? undefined : await lockOrderUnlessArchived(tx, step.orderId);
  const wanted = orderStatusOf(paymentStatus, after.settled_choice_id !== null);
  if (wanted === 'PROCESSING') {
    const terms = { ...termsOf(after, choice), blockchain_transaction_id: transactionId, paymentStatus };
    return order?.status === 'PROCESSING'
      ? changeOrderTerms(tx, context, { ...terms, orderId: order.id })
      : openOrder(tx, context, { ...terms, ...bearerOf(after), status: 'PROCESSING' });
  }
  // Late coins have started another order by now. The only step left is a refund, which has an order of its own.
  if (!order && step.orderId !== null) return { id: step.orderId };
  assert(order, 'a payment with a coin has an order');
  if (order.status === wanted) {
    await announceOrder(tx, context, order, paymentStatus);
    return order;
  }
  return changeOrderStatus(tx, context, {
    orderId: order.id,
    to: wanted,
    paymentStatus,
    // Coins that were replaced or whose block was removed paid nothing, so their transaction is not shown.
    ...(transactionId === null && paymentStatus !== 'EXPIRED'
      ? {}
      : { blockchainTransactionId: transactionId }),
    ...(after.settled_coin_amount === null ? {} : { coinAmountMinor: after.settled_coin_amount }),
    ...(after.settled_euro_amount === null ? {} : { euroAmountMinor: after.settled_euro_amount }),
  });
}

/**
 * Returns the order status for a payment status. A refund of unsold coins makes the order FAILED; a refund of a paid
 * payment leaves it COMPLETED.
 */
export function orderStatusOf(status: PaymentStatus, settled: boolean): OrderStatus {
  switch (status) {
    case 'NEW':
    case 'PENDING':
    case 'CONFIRMING':
    case 'UNRESOLVED':
      return 'PROCESSING';
    case 'PAID':
    case 'PARTIALLY_REFUNDED':
      return 'COMPLETED';
    case 'REFUNDING':
      return settled ? 'COMPLETED' : 'PROCESSING';
    case 'REFUNDED':
      return settled ? 'COMPLETED' : 'FAILED';
    case 'EXPIRED':
      return 'FAILED';
    case 'REVERSED':
      return 'REVERSED';
  }
}

const termsOf = (payment: Payment, choice: Choice) => ({
  currency_pair: `${choice.coin}EUR` as const,
  coin_amount: choice.coin_amount,
  euro_amount: payment.euro_amount,
  payment_address: choice.address,
  destination_tag: choice.destination_tag,
});

const bearerOf = (payment: Payment) => ({
  psp_id: payment.psp_id,
  kind: 'payment' as const,
  order_type: 'DEPOSIT' as const,
  payment_reference_id: payment.id,
  customer: payment,
});
