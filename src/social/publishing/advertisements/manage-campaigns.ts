import { isId, newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import { findCity, loadCities } from '../../people/cities/find-city.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import type { Campaign, CountedCampaign } from './campaign.rules.ts';
import { findCampaigns, findDays, upsertCampaign, type CampaignDay } from './campaign.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export type { CampaignDay };

export interface CampaignInput {
  title: string;
  description: string;
  media_type: 1 | 2;
  media: string;
  link: string;
  starts_at: string;
  ends_at: string;
  /** City names: "City" or "City, UF". */
  cities: string[];
  weight: number;
}

export interface ShownCampaign extends Omit<CountedCampaign, 'city_ids'> {
  cities: string[];
}

export async function listCampaigns(context: SocialContext): Promise<ShownCampaign[]> {
  return show(context, await findCampaigns(context.sql, null));
}

/** Runs in the transaction of the change, so that a caller can add its own audit record. */
type Recorded = (tx: Tx, campaignId: string) => Promise<void>;

/** Creates a campaign. A form that is sent twice has the same id and creates one campaign. */
export async function createCampaign(
  context: SocialContext,
  input: CampaignInput,
  { id = newId(context.clock.nowMs()), recorded }: { id?: string; recorded?: Recorded } = {},
): Promise<ShownCampaign> {
  const [before] = await findCampaigns(context.sql, id);
  return save(context, id, input, before?.stopped_at ?? null, before ? undefined : recorded);
}

const mostDays = 1000;

export async function readCampaign(
  context: SocialContext,
  campaignId: string,
): Promise<{ campaign: ShownCampaign; days: CampaignDay[] }> {
  const campaign = await getShown(context, campaignId);
  return { campaign, days: await findDays(context.sql, campaign.id, mostDays) };
}

export async function addCampaign(tx: Tx, campaign: Campaign, now: Date): Promise<void> {
  await upsertCampaign(tx, campaign, now);
}

export async function changeCampaign(
  context: SocialContext,
  campaignId: string,
  input: CampaignInput,
  recorded?: Recorded,
): Promise<ShownCampaign> {
  const before = await getCampaign(context, campaignId);
  return save(context, before.id, input, before.stopped_at, recorded);
}

export async function stopCampaign(
  context: SocialContext,
  campaignId: string,
  recorded?: Recorded,
): Promise<ShownCampaign> {
  const before = await getCampaign(context, campaignId);
  const now = context.clock.now();
  await transaction(context.sql, async (tx) => {
    await upsertCampaign(tx, { ...before, stopped_at: before.stopped_at ?? now }, now);
    await recorded?.(tx, before.id);
  });
  return getShown(context, campaignId);
}

async function save(
  context: SocialContext,
  id: string,
  input: CampaignInput,
  stoppedAt: Date | null,
  recorded?: Recorded,
): Promise<ShownCampaign> {
  const { cities, starts_at, ends_at, ...rest } = input;
  const [startsAt, endsAt] = [new Date(starts_at), new Date(ends_at)];
  if (startsAt >= endsAt) throw invalidField('ends_at', 'too_small', socialWords.afterStartsAt);
  const city_ids: number[] = [];
  for (const [index, text] of cities.entries()) {
    const city = await findCity(context.sql, text);
    if (!city) throw invalidField(`cities.${index}`, 'not_found', socialWords.oneCity);
    city_ids.push(city.id);
  }
  const campaign = { ...rest, id, starts_at: startsAt, ends_at: endsAt, city_ids, stopped_at: stoppedAt };
  await transaction(context.sql, async (tx) => {
    await upsertCampaign(tx, campaign, context.clock.now());
    await recorded?.(tx, id);
  });
  return getShown(context, id);
}

async function getCampaign(context: SocialContext, campaignId: string): Promise<CountedCampaign> {
  const [campaign] = isId(campaignId) ? await findCampaigns(context.sql, campaignId) : [];
  if (!campaign) throw problem('not_found', { say: socialWords.noSuchCampaign });
  return campaign;
}

async function getShown(context: SocialContext, campaignId: string): Promise<ShownCampaign> {
  const [shown] = await show(context, [await getCampaign(context, campaignId)]);
  if (!shown) throw problem('not_found');
  return shown;
}

async function show(context: SocialContext, campaigns: readonly CountedCampaign[]): Promise<ShownCampaign[]> {
  const cities = await loadCities(
    context.sql,
    campaigns.flatMap((campaign) => campaign.city_ids),
  );
  return campaigns.map(({ city_ids, ...campaign }) => ({
    ...campaign,
    cities: city_ids.flatMap((id) => {
      const city = cities.get(id);
      return city ? [`${city.name}, ${city.state}`] : [];
    }),
  }));
}
