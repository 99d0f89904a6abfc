import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { isId } from '../../../platform/ids.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import { dayOf } from '../../people/person.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { sampleByWeight, type Campaign } from './campaign.rules.ts';
import { countClick, countView, findRunning, findRunningMedia, forgetViews } from './campaign.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

const mostShown = 10;
const dayMs = 86_400_000;
/** Time after a view of the day before within which a click belongs to that view. */
const clickAfterMs = 3_600_000;

export async function showAdvertisements(context: SocialContext, userId: string): Promise<Campaign[]> {
  const running = await findRunning(context.sql, userId, context.clock.now());
  return sampleByWeight(running, mostShown, Math.random);
}

/** Returns the image URL of a running campaign. Null if it has a video. */
export async function getRunningMedia(
  context: Pick<SocialContext, 'sql' | 'clock'>,
  campaignId: string,
): Promise<string | null> {
  const found = isId(campaignId)
    ? await findRunningMedia(context.sql, campaignId, context.clock.now())
    : undefined;
  if (!found) throw problem('not_found', { say: socialWords.campaignNotRunning });
  return found.media_type === 1 ? found.media : null;
}

/**
 * Counts one view and one click per user and day: a view only of a campaign that is shown in the user's city, and a
 * click only after a view. Returns false if it did not count.
 */
export async function countAdvertisement(
  context: Pick<SocialContext, 'sql' | 'clock'>,
  userId: string,
  campaignId: string,
  what: 'view' | 'click',
): Promise<boolean> {
  const now = context.clock.now();
  const one = { campaignId, userId, now, day: dayOf(now) };
  const result = !isId(campaignId)
    ? undefined
    : what === 'view'
      ? await countView(context.sql, one)
      : await countClick(context.sql, one, new Date(now.getTime() - clickAfterMs));
  if (!result?.running) throw problem('not_found', { say: socialWords.campaignNotRunning });
  return result.counted;
}

export async function forgetOldViews({ sql, clock }: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  const yesterday = dayOf(new Date(clock.nowMs() - dayMs));
  await inBatches((limit) => forgetViews(sql, yesterday, limit));
}

export function campaignCrons(context: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    { name: 'social_forget_campaign_views', schedule: '23 * * * *', run: () => forgetOldViews(context) },
  ];
}
