import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { forgetOldViews } from './show-advertisements.ts';

export function campaignCrons(context: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    { name: 'social_forget_campaign_views', schedule: '23 * * * *', run: () => forgetOldViews(context) },
  ];
}
