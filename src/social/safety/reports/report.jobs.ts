import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../../social.context.ts';
import { deleteOldReports } from './report.store.ts';

const dayMs = 86_400_000;

type Context = Pick<SocialContext, 'sql' | 'clock' | 'settings'>;

export function reportCrons(context: Context): CronDefinition[] {
  return [{ name: 'social_forget_reports', schedule: '29 * * * *', run: () => forgetReports(context) }];
}

/**
 * Deletes reports, with the copies in them, once they have been closed for `REPORT_DAYS` and no suspension, hiding or open
 * appeal depends on them. The acts that followed stay on record.
 */
export async function forgetReports(context: Context): Promise<void> {
  const { REPORT_DAYS: days } = context.settings;
  if (days === 0) return;
  const now = context.clock.now();
  const before = new Date(now.getTime() - days * dayMs);
  await inBatches((limit) => deleteOldReports(context.sql, { before, now, limit }));
}
