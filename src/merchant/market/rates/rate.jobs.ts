import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { alignDown, thinning } from './candle.rules.ts';
import { mergeCandles } from './rate.store.ts';

/** Merges old candles into coarser ones. It may run late or twice. */
export async function thinRateHistory(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<void> {
  for (const { olderThanMs, stepSeconds } of thinning) {
    const before = new Date(alignDown(context.clock.nowMs() - olderThanMs, stepSeconds * 1000));
    await transaction(context.sql, (tx) => mergeCandles(tx, before, stepSeconds));
  }
}

export function rateCrons(context: MerchantContext): CronDefinition[] {
  return [{ name: 'thin_rate_history', schedule: '17 * * * *', run: () => thinRateHistory(context) }];
}
