import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Campaign, CountedCampaign } from './campaign.rules.ts';

/** Rows that one campaign's counts of a day are spread over. */
const slots = 16;

export async function findRunning(sql: Sql, userId: string, now: Date): Promise<Campaign[]> {
  return sql<Campaign[]>`
    select c.id, c.title, c.description, c.media_type, c.media, c.link, c.starts_at, c.ends_at, c.city_ids, c.weight,
           c.stopped_at
    from social.campaigns c
    where c.stopped_at is null and c.starts_at <= ${now} and c.ends_at > ${now}
      and (c.city_ids = '{}' or (select u.city_id from social.users u where u.id = ${userId}) = any(c.city_ids))
    limit 500`;
}

export async function countCampaign(
  sql: Sql,
  campaignId: string,
  what: 'view' | 'click',
  now: Date,
): Promise<boolean> {
  const slot = Math.floor(Math.random() * slots);
  const [views, clicks] = what === 'view' ? [1, 0] : [0, 1];
  const rows = await sql`
    insert into social.campaign_counts as c (campaign_id, day, slot, views, clicks)
    select id, ${now}::timestamptz::date, ${slot}::smallint, ${views}::bigint, ${clicks}::bigint
    from social.campaigns where id = ${campaignId} and stopped_at is null and starts_at <= ${now} and ends_at > ${now}
    on conflict (campaign_id, day, slot) do update set
      views = c.views + excluded.views, clicks = c.clicks + excluded.clicks`;
  return rows.count === 1;
}

export async function findCampaigns(sql: Sql, campaignId: string | null): Promise<CountedCampaign[]> {
  return sql<CountedCampaign[]>`
    select c.id, c.title, c.description, c.media_type, c.media, c.link, c.starts_at, c.ends_at, c.city_ids, c.weight,
           c.stopped_at, coalesce(sum(n.views), 0)::float8 as views, coalesce(sum(n.clicks), 0)::float8 as clicks
    from social.campaigns c left join social.campaign_counts n on n.campaign_id = c.id
    where ${campaignId}::uuid is null or c.id = ${campaignId}::uuid
    group by c.id order by c.id desc limit 200`;
}

export async function upsertCampaign(tx: Tx, campaign: Campaign, now: Date): Promise<void> {
  await tx`
    insert into social.campaigns
      (id, title, description, media_type, media, link, starts_at, ends_at, city_ids, weight, created_at, stopped_at)
    values (${campaign.id}, ${campaign.title}, ${campaign.description}, ${campaign.media_type}, ${campaign.media},
            ${campaign.link}, ${campaign.starts_at}, ${campaign.ends_at}, ${campaign.city_ids}::integer[],
            ${campaign.weight}, ${now}, ${campaign.stopped_at})
    on conflict (id) do update set
      title = excluded.title, description = excluded.description, media_type = excluded.media_type,
      media = excluded.media, link = excluded.link, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
      city_ids = excluded.city_ids, weight = excluded.weight, stopped_at = excluded.stopped_at`;
}
