import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { foldTurnover } from '../books/turnover/turnover.ts';
import { foldPaymentDays } from './days/payment-days.ts';
import { alertUnresolved } from './facts/payment.store.ts';
import { expireRefundLinks } from './refund-links/change-refund-links.ts';

/** Time in milliseconds without acceptance or refund after which staff are alerted. */
const untouchedMs = 30 * 24 * 3_600_000;
const batch = 1000;

/** Alerts staff to old unresolved payments, so that they ask the merchant. The coins are never confiscated. */
export async function notifyOfUnresolved(
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
  {
    name: 'fold_payment_days',
    schedule: '* * * * *',
    run: async () => {
      await foldPaymentDays(context);
      await foldTurnover(context);
    },
  },
  { name: 'merchant_expire_refund_links', schedule: '* * * * *', run: () => expireRefundLinks(context) },
  { name: 'tell_of_unresolved_payments', schedule: '41 5 * * *', run: () => notifyOfUnresolved(context) },
];
