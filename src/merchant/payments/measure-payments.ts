import type { MerchantContext } from '../merchant.context.ts';
import { paymentAlerts } from './judging/payment-alerts.rules.ts';
import { countAlerts } from './facts/payment.store.ts';

/** Registers the gauge of payments that need staff. Details are in the log and in merchant.payment_alerts. */
export function measurePayments(context: Pick<MerchantContext, 'metrics' | 'sql'>): void {
  context.metrics.gauge(
    'payment_alerts',
    'Payments that need staff: reversed ones, ones that cost the provider coins, and ones whose coins cannot be settled automatically',
    async (gauge) => {
      const counts = new Map((await countAlerts(context.sql)).map(({ kind, count }) => [kind, count]));
      // Sets every kind, including those without alerts: after the last alert of a kind is resolved, its gauge must
      // fall to 0.
      for (const kind of paymentAlerts) gauge.set({ kind }, counts.get(kind) ?? 0);
    },
    ['kind'],
  );
}
