import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
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
 * Writes the event down and tells every endpoint of the PSP that an order changed, if and only if the caller's transaction commits. Call it while
 * the order's row is locked: that is what numbers the events of one order in the order they happened. No
 * signal has to follow; the senders look by themselves.
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
    ids: newIds(occurredAt),
  });
}

/** The same for a payment that ended before it had an order. */
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
    ids: newIds(occurredAt),
  });
}

const newIds = (occurredAt: Date): string[] =>
  Array.from({ length: maximumEndpoints }, () => newId(occurredAt.getTime()));
