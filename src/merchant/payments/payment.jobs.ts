import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { foldPaymentDays } from './days/payment-days.ts';
import { alertUnresolved } from './facts/payment.store.ts';

/** So long nobody has accepted or refunded it. */
const untouchedMs = 30 * 24 * 3_600_000;
const batch = 1000;

/** Nothing is taken of what nobody claims; staff ask the merchant. */
export async function tellOfUnresolved(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'log'>,
): Promise<void> {
  const now = context.clock.now();
  let alerted: { id: string; psp_id: number }[];
  do {
    alerted = await alertUnresolved(context.sql, new Date(now.getTime() - untouchedMs), now, batch);
    for (const { id, psp_id: psp } of alerted) {
      context.log.error({ payment: id, psp, alert: 'unresolved' }, 'a payment needs staff');
    }
  } while (alerted.length === batch);
}

export const paymentCrons = (context: MerchantContext): CronDefinition[] => [
  { name: 'fold_payment_days', schedule: '* * * * *', run: () => foldPaymentDays(context) },
  { name: 'tell_of_unresolved_payments', schedule: '41 5 * * *', run: () => tellOfUnresolved(context) },
];
