import type { MerchantContext } from '../merchant.context.ts';
import { paymentAlerts } from './judging/payment-alerts.rules.ts';
import { countAlerts } from './facts/payment.store.ts';

/** Payments that staff should look at; what they are about is in the log and in merchant.payment_alerts. */
export function measurePayments(context: Pick<MerchantContext, 'metrics' | 'sql'>): void {
  context.metrics.gauge(
    'payment_alerts',
    'Payments that a chain took back, that cost the provider coins, or whose coins nobody can settle',
    async (gauge) => {
      const counts = new Map((await countAlerts(context.sql)).map(({ kind, count }) => [kind, count]));
      // Every kind, also without an alert: once staff have resolved the last of a kind, its gauge must fall to 0.
      for (const kind of paymentAlerts) gauge.set({ kind }, counts.get(kind) ?? 0);
    },
    ['kind'],
  );
}
