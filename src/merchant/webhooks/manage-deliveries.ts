import { firstIdAt, isId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import {
  countDeliveriesByDay,
  countFailedDeliveries,
  findDelivery,
  listDeliveries,
  lockDelivery,
  lockFailedDeliveries,
  requeueDeliveries,
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
  await requeueDeliveries(tx, pspId, [id], now);
  return { ...delivery, status: 'PENDING', due_at: now };
}

/** Limits the rows that one call locks. */
export const redeliveryBatch = 1000;

/**
 * Sends the oldest failed deliveries again, at most one batch. They are PENDING afterwards, so a second call sends none
 * of them twice.
 */
export async function redeliverFailed(
  tx: Tx,
  { clock }: Pick<MerchantContext, 'clock'>,
  pspId: number,
): Promise<{ redelivered: number; remains: boolean }> {
  const ids = await lockFailedDeliveries(tx, pspId, redeliveryBatch);
  if (ids.length > 0) await requeueDeliveries(tx, pspId, ids, clock.now());
  return { redelivered: ids.length, remains: (await countFailedDeliveries(tx, pspId, 1)) > 0 };
}

/** Counts the deliveries that `redeliverFailed` would send, up to one batch. */
export const countRedeliverable = ({ sql }: Pick<MerchantContext, 'sql'>, pspId: number): Promise<number> =>
  countFailedDeliveries(sql, pspId, redeliveryBatch);
