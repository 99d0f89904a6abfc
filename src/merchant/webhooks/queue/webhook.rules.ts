import type { PairCode } from '../../assets/asset.rules.ts';

export const maximumEndpoints = 5;
/** How long the secret before a rotation still signs. */
export const rotationMs = 24 * 3_600_000;
export const retentionMs = 30 * 24 * 3_600_000;
/** Of events, for those who ask. */
export const eventRetentionMs = 90 * 24 * 3_600_000;
/** An order that changes later than this counts its events from 1 again. */
export const sequenceRetentionMs = 400 * 24 * 3_600_000;
export const attemptTimeoutMs = 15_000;

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A change of an order's status, as the caller knows it. */
export interface OrderEvent {
  pspId: number;
  orderId: string;
  orderStatus: string;
  orderTransactionType: 'DEPOSIT' | 'WITHDRAW';
  currencyPair: PairCode;
  cryptocurrencyAmount: string | null;
  orderTotal: string | null;
  customerDetails: object | null;
  paymentAddress: string | null;
  blockchainTransactionId: string | null;
  paymentReferenceId: string | null;
  paymentStatus: string | null;
  networkFee: string | null;
}

/** The end of a payment that never had a coin, and so never an order. */
export interface PaymentEvent {
  pspId: number;
  paymentId: string;
  eventType: 'payment.expired' | 'payment.cancelled';
  paymentStatus: string;
  customerDetails: object;
}

/** The body's fields but for the three that the queue adds, in the order of the wire. */
export type EventFields = Record<(typeof eventFieldNames)[number], unknown>;

const eventFieldNames = [
  'order_id',
  'order_status',
  'order_transaction_type',
  'currency_pair',
  'cryptocurrency_amount',
  'order_total',
  'customer_details',
  'payment_address',
  'blockchain_transaction_id',
  'payment_reference_id',
  'payment_status',
  'network_fee',
] as const;

export const testEventType = 'webhook.test';

/** Nothing in it that could be taken for an order. */
export const testEvent = Object.fromEntries(eventFieldNames.map((name) => [name, null])) as EventFields;

export const eventTypeOf = (orderStatus: string): string => `order.${orderStatus.toLowerCase()}`;

export function fieldsOf(event: OrderEvent): EventFields {
  return {
    order_id: event.orderId,
    order_status: event.orderStatus,
    order_transaction_type: event.orderTransactionType,
    currency_pair: event.currencyPair,
    cryptocurrency_amount: event.cryptocurrencyAmount,
    order_total: event.orderTotal,
    customer_details: event.customerDetails,
    payment_address: event.paymentAddress,
    blockchain_transaction_id: event.blockchainTransactionId,
    payment_reference_id: event.paymentReferenceId,
    payment_status: event.paymentStatus,
    network_fee: event.networkFee,
  };
}

export const paymentFieldsOf = (event: PaymentEvent): EventFields => ({
  ...testEvent,
  customer_details: event.customerDetails,
  payment_reference_id: event.paymentId,
  payment_status: event.paymentStatus,
});

export interface QueuedEvent {
  event: EventFields;
  event_type: string;
  event_sequence: bigint | null;
  occurred_at: Date;
}

/** The same text for every attempt: the fields were fixed when the event was queued. */
export const bodyOf = (queued: QueuedEvent): string => JSON.stringify(toBody(queued));

export const toBody = (queued: QueuedEvent) => ({
  ...queued.event,
  event_type: queued.event_type,
  event_sequence: queued.event_sequence === null ? null : Number(queued.event_sequence),
  occurred_at: queued.occurred_at.toISOString(),
});

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** The pause after the first failure, the second, and so on. After the tenth failure nothing follows. */
const retryDelaysMs: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** Never earlier than the schedule says, and up to this much later: what failed together must not come back together. */
const jitterShare = 0.05;
/** A receiver may ask for patience, not for silence. */
const longestRetryAfterMs = 24 * hour;

/** What one attempt came to. */
export interface Attempt {
  attempted_at: string;
  duration_ms: number;
  response_status: number | null;
  /** Null where a 2xx came in time. */
  error: string | null;
  response_excerpt: string | null;
}

export interface Verdict {
  status: DeliveryStatus;
  failedAttempts: number;
  /** From the attempt on; null where there is none. */
  delayMs: number | null;
  /** The receiver wants nothing any more. */
  gone: boolean;
}

/** What follows from an attempt. `random` is from 0 to below 1. */
export function judgeAttempt(
  before: number,
  attempt: Pick<Attempt, 'response_status' | 'error'>,
  retryAfterMs: number | undefined,
  random: number,
): Verdict {
  if (attempt.error === null)
    return { status: 'DELIVERED', failedAttempts: before, delayMs: null, gone: false };
  const failedAttempts = before + 1;
  const gone = attempt.response_status === 410;
  const scheduledMs = retryDelaysMs[before];
  if (gone || scheduledMs === undefined) return { status: 'FAILED', failedAttempts, delayMs: null, gone };
  const leastMs = Math.max(scheduledMs, Math.min(retryAfterMs ?? 0, longestRetryAfterMs));
  return {
    status: 'PENDING',
    failedAttempts,
    delayMs: Math.round(leastMs * (1 + random * jitterShare)),
    gone,
  };
}
