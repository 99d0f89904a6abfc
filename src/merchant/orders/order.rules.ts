import { coinOf, formatAsset, type PairCode } from '../assets/asset.rules.ts';
import type { TransactionType } from '../market/conversions/conversion.rules.ts';
import type { Metadata } from '../customers/metadata/metadata.rules.ts';
import { shownCustomer, type ShownCustomer } from '../customers/customer.rules.ts';
import type { OrderEvent } from '../webhooks/queue/webhook.rules.ts';

export const orderStatuses = ['CREATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'REVERSED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * The statuses that may follow each status. A trade is completed at once; orders that wait for a chain take every step.
 */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  // A payout that waits for approval is CREATED, and FAILED if it is rejected.
  CREATED: ['PROCESSING', 'FAILED'],
  PROCESSING: ['COMPLETED', 'FAILED'],
  COMPLETED: ['REVERSED'],
  FAILED: [],
  REVERSED: [],
};

export function statusesBefore(status: OrderStatus): OrderStatus[] {
  return orderStatuses.filter((candidate) => orderTransitions[candidate].includes(status));
}

/** Why an order waits for a person: for the approval of a second person, or for a screening. */
export const orderHolds = ['approval', 'screening'] as const;
export type OrderHold = (typeof orderHolds)[number];

export type OrderKind = 'trade' | 'withdrawal' | 'deposit' | 'payment' | 'refund';

export interface Order {
  id: string;
  psp_id: number;
  kind: OrderKind;
  order_type: TransactionType;
  status: OrderStatus;
  currency_pair: PairCode;
  /** In the ledger's smallest unit; null until the amount is known. */
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
  /** In cents; null if nothing is sent or the provider pays the fee. */
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

/** Returns null without customer details. */
export const customerOf = (order: Order): ShownCustomer | null =>
  order.customer_reference_id === null ? null : shownCustomer(order);

/** Fields of an order right after its creation. */
export const untouchedOrder = {
  customer_wallet_address: null,
  destination_tag: null,
  payment_address: null,
  blockchain_transaction_id: null,
  payment_reference_id: null,
  network_fee: null,
  hold: null,
} as const satisfies Partial<Order>;

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
