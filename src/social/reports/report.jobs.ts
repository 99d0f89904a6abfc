import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { forgetReports } from './forget-reports.ts';

export function reportCrons(context: Pick<SocialContext, 'sql' | 'clock' | 'settings'>): CronDefinition[] {
  return [{ name: 'social_forget_reports', schedule: '29 * * * *', run: () => forgetReports(context) }];
}
