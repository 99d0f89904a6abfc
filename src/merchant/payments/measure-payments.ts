import type { MerchantContext } from '../merchant.context.ts';
import { countAlerts } from './payment.store.ts';

/** Payments that staff should look at; what they are about is in the log and in merchant.payment_alerts. */
export function measurePayments(context: Pick<MerchantContext, 'metrics' | 'sql'>): void {
  context.metrics.gauge(
    'payment_alerts',
    'Payments that a chain took back, that cost the provider coins, or whose coins nobody can settle',
    async (gauge) => {
      for (const { kind, count } of await countAlerts(context.sql)) gauge.set({ kind }, count);
    },
    ['kind'],
  );
}
