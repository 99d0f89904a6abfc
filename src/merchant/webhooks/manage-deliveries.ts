import { firstIdAt, isId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import {
  countDeliveriesByDay,
  findDelivery,
  listDeliveries,
  lockDelivery,
  requeueDelivery,
  type DayCount,
  type DeliveryRow,
  type WholeDelivery,
} from './queue/delivery.store.ts';
import type { DeliveryStatus } from './queue/webhook.rules.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

export interface DeliveryFilter {
  orderId: string | undefined;
  status: DeliveryStatus | undefined;
  after: string | undefined;
  limit: number;
}

/** `next` is the start of the next page, if there is one. */
export async function getDeliveries(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
  { after, limit, ...filter }: DeliveryFilter,
): Promise<{ deliveries: DeliveryRow[]; next: string | undefined }> {
  const found = await listDeliveries(context.sql, { pspId, ...filter, before: after, limit: limit + 1 });
  const deliveries = found.slice(0, limit);
  return { deliveries, next: found.length > limit ? deliveries.at(-1)?.id : undefined };
}

export async function getDelivery(
  context: Pick<MerchantContext, 'sql'>,
  pspId: number,
  id: string,
): Promise<WholeDelivery> {
  const delivery = isId(id) ? await findDelivery(context.sql, pspId, id) : undefined;
  if (!delivery) throw problem('not_found');
  return delivery;
}

/** Counts the deliveries of the last days by status, including today. */
export async function countDeliveries(
  { sql, clock }: Pick<MerchantContext, 'sql' | 'clock'>,
  pspId: number,
  days: number,
): Promise<DayCount[]> {
  const dayMs = 86_400_000;
  const today = clock.nowMs() - (clock.nowMs() % dayMs);
  return countDeliveriesByDay(sql, pspId, firstIdAt(today - (days - 1) * dayMs));
}

/** Sends a delivery again at once, under the same id. */
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
      say: merchantWords.endpointGone,
    });
  }
  const now = context.clock.now();
  await requeueDelivery(tx, pspId, id, now);
  return { ...delivery, status: 'PENDING', due_at: now };
}
