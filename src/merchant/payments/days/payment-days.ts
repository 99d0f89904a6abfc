import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { PaymentStatus } from '../facts/payment.rules.ts';
import { foldChanges, sumPaymentDays, type PaymentDayRow } from './payment-days.store.ts';

const dayMs = 86_400_000;

/** Whose euros the merchant was credited with, also where some of them were sent back later. */
const credited: ReadonlySet<PaymentStatus> = new Set(['PAID', 'PARTIALLY_REFUNDED', 'REFUNDING', 'REFUNDED']);

export interface PaymentDays {
  /** All days of the time, the last one is today. */
  readonly days: readonly string[];
  readonly rows: readonly PaymentDayRow[];
}

/** What became of the payments of the last days, each by the day of its creation: exact at this moment. */
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

export const turnoverOf = ({ status, euro_amount: cents }: PaymentDayRow): bigint =>
  credited.has(status) ? cents : 0n;

/** So that readers have little to add up themselves. */
export async function foldPaymentDays({ sql }: Pick<MerchantContext, 'sql'>): Promise<void> {
  await inBatches((limit) => foldChanges(sql, limit));
}
