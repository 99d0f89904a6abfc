import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../social.context.ts';
import { deleteOldReports } from './report.store.ts';

const dayMs = 86_400_000;

/**
 * Reports that have long been closed, with the copies that they keep: what somebody once wrote or showed is not kept for
 * ever because somebody else complained of it. What they led to stays on record.
 */
export async function forgetReports(
  context: Pick<SocialContext, 'sql' | 'clock' | 'settings'>,
): Promise<void> {
  const { REPORT_DAYS: days } = context.settings;
  if (days === 0) return;
  const now = context.clock.now();
  const before = new Date(now.getTime() - days * dayMs);
  await inBatches((limit) => deleteOldReports(context.sql, { before, now, limit }));
}
