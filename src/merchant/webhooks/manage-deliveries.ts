import { isId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { listDeliveries, lockDelivery, requeueDelivery, type DeliveryRow } from './queue/delivery.store.ts';
import type { DeliveryStatus } from './queue/webhook.rules.ts';

export interface DeliveryFilter {
  orderId: string | undefined;
  status: DeliveryStatus | undefined;
  after: string | undefined;
  limit: number;
}

/** `next` is where the following page begins, if there is one. */
export async function getDeliveries(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
  { after, limit, ...filter }: DeliveryFilter,
): Promise<{ deliveries: DeliveryRow[]; next: string | undefined }> {
  const found = await listDeliveries(context.sql, { pspId, ...filter, before: after, limit: limit + 1 });
  const deliveries = found.slice(0, limit);
  return { deliveries, next: found.length > limit ? deliveries.at(-1)?.id : undefined };
}

/** Sends it again now, under the same id. */
export async function redeliver(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  pspId: number,
  id: string,
): Promise<DeliveryRow> {
  const delivery = isId(id) ? await lockDelivery(tx, pspId, id) : undefined;
  if (!delivery) throw problem('not_found');
  if (delivery.endpoint_ended) {
    throw problem('webhook_endpoint_disabled', {
      detail: 'The endpoint was deleted, or answered 410 and takes nothing any more.',
    });
  }
  const now = context.clock.now();
  await requeueDelivery(tx, pspId, id, now);
  return { ...delivery, status: 'PENDING', due_at: now };
}
