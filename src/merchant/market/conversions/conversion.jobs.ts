import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { quoteRetentionMs } from './conversion.rules.ts';
import { deleteOldQuotes } from './conversion.store.ts';

export async function sweepConversions(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<void> {
  const expiredBefore = new Date(context.clock.nowMs() - quoteRetentionMs);
  await inBatches((limit) => deleteOldQuotes(context.sql, expiredBefore, limit));
}

export const conversionCrons = (context: MerchantContext): CronDefinition[] => [
  { name: 'sweep_conversions', schedule: '*/10 * * * *', run: () => sweepConversions(context) },
];
