import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { quoteRetentionMs } from './conversion.rules.ts';
import { deleteOldQuotes } from './conversion.store.ts';

const batch = 10_000;

export async function sweepConversions(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<void> {
  const expiredBefore = new Date(context.clock.nowMs() - quoteRetentionMs);
  while ((await deleteOldQuotes(context.sql, expiredBefore, batch)) === batch);
}

export const conversionCrons = (context: MerchantContext): CronDefinition[] => [
  { name: 'sweep_conversions', schedule: '*/10 * * * *', run: () => sweepConversions(context) },
];
