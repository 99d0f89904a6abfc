import { isId } from '../../platform/ids.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { sampleByWeight, type Campaign } from './campaign.rules.ts';
import { countCampaign, findRunning } from './campaign.store.ts';

const mostShown = 10;

export async function showAdvertisements(context: SocialContext, userId: string): Promise<Campaign[]> {
  const running = await findRunning(context.sql, userId, context.clock.now());
  return sampleByWeight(running, mostShown, Math.random);
}

export async function countAdvertisement(
  context: SocialContext,
  campaignId: string,
  what: 'view' | 'click',
): Promise<void> {
  const counted =
    isId(campaignId) && (await countCampaign(context.sql, campaignId, what, context.clock.now()));
  if (!counted) throw problem('not_found', { detail: 'No such campaign is running.' });
}
