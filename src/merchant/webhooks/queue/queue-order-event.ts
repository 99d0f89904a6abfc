import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { traceHeaders } from '../../../platform/telemetry/traces/trace.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { insertEvent } from './delivery.store.ts';
import {
  eventTypeOf,
  fieldsOf,
  maximumEndpoints,
  paymentFieldsOf,
  type OrderEvent,
  type PaymentEvent,
} from './webhook.rules.ts';

/**
 * Stores an event of an order and queues it for all endpoints of the PSP, if and only if the caller's transaction
 * commits. The caller must hold the lock on the order's row, which numbers its events in the right order. No signal is
 * needed: the senders poll.
 */
export async function queueOrderEvent(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  event: OrderEvent,
): Promise<void> {
  const occurredAt = context.clock.now();
  insertEvent(tx, {
    pspId: event.pspId,
    orderId: event.orderId,
    paymentId: event.paymentReferenceId,
    eventType: eventTypeOf(event.orderStatus),
    event: fieldsOf(event),
    occurredAt,
    traceparent: traceHeaders().traceparent ?? null,
    ids: newIds(occurredAt),
  });
}

/** Queues an event of a payment that ended without an order. */
export function queuePaymentEvent(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  event: PaymentEvent,
): void {
  const occurredAt = context.clock.now();
  insertEvent(tx, {
    pspId: event.pspId,
    orderId: null,
    paymentId: event.paymentId,
    eventType: event.eventType,
    event: paymentFieldsOf(event),
    occurredAt,
    traceparent: traceHeaders().traceparent ?? null,
    ids: newIds(occurredAt),
  });
}

const newIds = (occurredAt: Date): string[] =>
  Array.from({ length: maximumEndpoints }, () => newId(occurredAt.getTime()));
