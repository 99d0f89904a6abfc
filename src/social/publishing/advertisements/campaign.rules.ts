export interface Campaign {
  id: string;
  title: string;
  description: string;
  /** 1 is an image, 2 a video. */
  media_type: 1 | 2;
  media: string;
  link: string;
  starts_at: Date;
  ends_at: Date;
  /** IBGE codes. Empty means everywhere. */
  city_ids: number[];
  weight: number;
  stopped_at: Date | null;
}

export interface CountedCampaign extends Campaign {
  views: number;
  clicks: number;
}

/**
 * Draws a weighted random sample without replacement (Efraimidis and Spirakis). A campaign with more weight comes first
 * more often, and every campaign has a chance.
 */
export function sampleByWeight<T extends { weight: number }>(
  campaigns: readonly T[],
  count: number,
  random: () => number,
): T[] {
  return campaigns
    .map((campaign) => ({ campaign, key: -Math.log(1 - random()) / campaign.weight }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ campaign }) => campaign);
}
