import type { MerchantContext } from '../../merchant.context.ts';
import { measureHeld } from './control.store.ts';

export function measureHeldPayouts({
  metrics,
  sql,
  chains,
}: Pick<MerchantContext, 'metrics' | 'sql' | 'chains'>): void {
  metrics.gauge(
    'payouts_held',
    'Payouts that wait for a second person, or for screening',
    async (gauge) => {
      const rows = await measureHeld(sql);
      for (const coin of chains.codes) {
        for (const hold of ['approval', 'screening'] as const) {
          gauge.set({ coin, hold }, rows.find((row) => row.coin === coin && row.hold === hold)?.count ?? 0);
        }
      }
    },
    ['coin', 'hold'],
  );
}
