import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { foldChanges, sumPaymentDays, type PaymentDayRow } from './payment-days.store.ts';

const dayMs = 86_400_000;

export interface PaymentDays {
  /** All days of the period. The last one is today. */
  readonly days: readonly string[];
  readonly rows: readonly PaymentDayRow[];
}

/** Returns the payments of the last days by day of creation, current as of now. */
export async function readPaymentDays(
  context: Pick<MerchantContext, 'sql' | 'clock'>,
  pspId: number,
  count: number,
): Promise<PaymentDays> {
  const nowMs = context.clock.nowMs();
  const days = Array.from({ length: count }, (_, index) =>
    new Date(nowMs - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
  const [first = ''] = days;
  return { days, rows: await sumPaymentDays(context.sql, pspId, first) };
}

/** Adds pending changes to the daily totals, which keeps reads fast. */
export async function foldPaymentDays({ sql }: Pick<MerchantContext, 'sql'>): Promise<void> {
  await inBatches((limit) => foldChanges(sql, limit));
}
