import { coinOf, formatAsset, type PairCode } from '../assets/asset.rules.ts';
import type { TransactionType } from '../conversions/conversion.rules.ts';
import type { Metadata } from '../metadata/metadata.rules.ts';
import { shownCustomer, type ShownCustomer } from '../customers/customer.rules.ts';
import type { OrderEvent } from '../webhooks/queue/webhook.rules.ts';

export const orderStatuses = ['CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REVERSED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Where each status may go. A trade is done as soon as it exists; what waits for a chain takes all the steps. */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  // A payout that waits for approval is CREATED, and FAILED where it is rejected.
  CREATED: ['PROCESSING', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: ['REVERSED'],
  FAILED: [],
  REVERSED: [],
};

export function statusesBefore(status: OrderStatus): OrderStatus[] {
  return orderStatuses.filter((candidate) => orderTransitions[candidate].includes(status));
}

/** Why an order waits for people: for a second person's approval, or for what screening has to say. */
export const orderHolds = ['approval', 'screening'] as const;
export type OrderHold = (typeof orderHolds)[number];

/** What made the order. */
export type OrderKind = 'trade' | 'withdrawal' | 'deposit' | 'payment' | 'refund';

export interface Order {
  id: string;
  psp_id: number;
  kind: OrderKind;
  order_type: TransactionType;
  status: OrderStatus;
  currency_pair: PairCode;
  /** In the ledger's smallest unit; null until it is known. */
  coin_amount: bigint | null;
  euro_amount: bigint | null;
  customer_reference_id: string | null;
  customer_first_name: string | null;
  customer_last_name: string | null;
  customer_email_address: string | null;
  customer_ip_address: string | null;
  customer_wallet_address: string | null;
  destination_tag: string | null;
  payment_address: string | null;
  blockchain_transaction_id: string | null;
  payment_reference_id: string | null;
  /** Cents; null where nothing is sent, or the provider pays it. */
  network_fee: bigint | null;
  metadata: Metadata;
  hold: OrderHold | null;
  created_at: Date;
  updated_at: Date;
}

export function formatOrderAmounts(order: Pick<Order, 'currency_pair' | 'coin_amount' | 'euro_amount'>): {
  coins: string | null;
  euros: string | null;
} {
  return {
    coins: order.coin_amount === null ? null : formatAsset(coinOf(order.currency_pair), order.coin_amount),
    euros: order.euro_amount === null ? null : formatAsset('EUR', order.euro_amount),
  };
}

/** Null where nothing is known of a customer. */
export const customerOf = (order: Order): ShownCustomer | null =>
  order.customer_reference_id === null ? null : shownCustomer(order);

/** Of an order on which nothing has happened. */
export const untouchedOrder = {
  customer_wallet_address: null,
  destination_tag: null,
  payment_address: null,
  blockchain_transaction_id: null,
  payment_reference_id: null,
  network_fee: null,
  hold: null,
} as const satisfies Partial<Order>;

/** What its merchant is told. */
export function orderEventOf(order: Order, paymentStatus: string | undefined): OrderEvent {
  const { coins, euros } = formatOrderAmounts(order);
  return {
    pspId: order.psp_id,
    orderId: order.id,
    orderStatus: order.status,
    orderTransactionType: order.order_type,
    currencyPair: order.currency_pair,
    cryptocurrencyAmount: coins,
    orderTotal: euros,
    customerDetails: customerOf(order),
    paymentAddress: order.payment_address,
    blockchainTransactionId: order.blockchain_transaction_id,
    paymentReferenceId: order.payment_reference_id,
    paymentStatus: paymentStatus ?? null,
    networkFee: order.network_fee === null ? null : formatAsset('EUR', order.network_fee),
  };
}
