import type { PairCode } from '../../assets/asset.rules.ts';

export const maximumEndpoints = 5;
/** How long the previous secret still signs after a rotation. */
export const rotationMs = 24 * 3_600_000;
export const retentionMs = 30 * 24 * 3_600_000;
/** Retention of events for GET /events. */
export const eventRetentionMs = 90 * 24 * 3_600_000;
/** An order that changes after this time numbers its events from 1 again. */
export const sequenceRetentionMs = 400 * 24 * 3_600_000;
export const attemptTimeoutMs = 15_000;

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

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

/** The end of a payment that never received coins, and so has no order. */
export interface PaymentEvent {
  pspId: number;
  paymentId: string;
  eventType: 'payment.expired' | 'payment.cancelled';
  paymentStatus: string;
  customerDetails: object;
}

/** The fields of the body, in the documented order, without the three that the queue adds. */
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

/** All fields are null, so that a test event is not mistaken for an order. */
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

/** Returns the same text for each attempt, because the fields are stored when the event is queued. */
export const bodyOf = (queued: QueuedEvent): string => JSON.stringify(toBody(queued));

/** Returns the headers of a request. The signature is made from the endpoint's secret and contains no part of it. */
export const headersOf = (id: string, timestamp: string, signature: string) => ({
  'content-type': 'application/json',
  'user-agent': 'Praca-Webhooks/1.0',
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
});

export const toBody = (queued: QueuedEvent) => ({
  ...queued.event,
  event_type: queued.event_type,
  event_sequence: queued.event_sequence === null ? null : Number(queued.event_sequence),
  occurred_at: queued.occurred_at.toISOString(),
});

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
/** Delays after each failure. After the tenth failure the delivery has failed. */
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
/** Delays are up to this share longer, never shorter, so that deliveries that failed together are spread. */
const jitterShare = 0.05;
/** Limits the delay that a receiver can ask for. */
const longestRetryAfterMs = 24 * hour;

export interface Attempt {
  attempted_at: string;
  duration_ms: number;
  response_status: number | null;
  /** Null for a 2xx answer in time. */
  error: string | null;
  response_excerpt: string | null;
}

export interface Verdict {
  status: DeliveryStatus;
  failedAttempts: number;
  /** Counted from the attempt; null if no attempt follows. */
  delayMs: number | null;
  /** True if the receiver answered 410. */
  gone: boolean;
}

/** Returns the next step after an attempt. `random` is in [0, 1). */
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
