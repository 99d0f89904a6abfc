import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { insertOrderDeliveries } from './delivery.store.ts';
import { eventTypeOf, fieldsOf, maximumEndpoints, type OrderEvent } from './webhook.rules.ts';

/**
 * Tells every endpoint of the PSP that an order changed, if and only if the caller's transaction commits. Call it while
 * the order's row is locked: that is what numbers the events of one order in the order they happened. No
 * signal has to follow; the senders look by themselves.
 */
export async function queueOrderEvent(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  event: OrderEvent,
): Promise<void> {
  const occurredAt = context.clock.now();
  insertOrderDeliveries(tx, {
    pspId: event.pspId,
    orderId: event.orderId,
    eventType: eventTypeOf(event.orderStatus),
    event: fieldsOf(event),
    occurredAt,
    ids: Array.from({ length: maximumEndpoints }, () => newId(occurredAt.getTime())),
  });
}
