import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import type { Campaign, CountedCampaign } from './campaign.rules.ts';

/**
 * Number of rows over which one campaign's counts of a day are spread, so that simultaneous updates rarely wait for
 * each other.
 */
const slots = 16;

export async function findRunning(sql: Sql, userId: string, now: Date): Promise<Campaign[]> {
  return sql<Campaign[]>`
    select c.id, c.title, c.description, c.media_type, c.media, c.link, c.starts_at, c.ends_at, c.city_ids, c.weight,
           c.stopped_at
    from social.campaigns c
    where ${runs(sql, now)} and ${isForCityOf(sql, userId)}
    limit 500`;
}

const runs = (sql: Sql, now: Date): Query =>
  sql`c.stopped_at is null and c.starts_at <= ${now} and c.ends_at > ${now}`;
const isForCityOf = (sql: Sql, userId: string): Query =>
  sql`(c.city_ids = '{}' or (select u.city_id from social.users u where u.id = ${userId}) = any(c.city_ids))`;

export interface CountedOnce {
  campaignId: string;
  userId: string;
  now: Date;
  /** Day of `now`, YYYY-MM-DD. */
  day: string;
}

export interface CountResult {
  running: boolean;
  /** False for a repetition on the same day, and for a view by a user who does not get the campaign. */
  counted: boolean;
}

/** Counts the user's first view of the day. The second of two simultaneous views finds the row of the first. */
export async function countView(
  sql: Sql,
  { campaignId, userId, now, day }: CountedOnce,
): Promise<CountResult> {
  const [row] = await sql<CountResult[]>`
    with running as (${findRunningOne(sql, campaignId, now)}), viewed as (
      insert into social.campaign_views (user_id, campaign_id, day, viewed_at)
      select ${userId}::uuid, c.id, ${day}::date, ${now}::timestamptz
      from running join social.campaigns c on c.id = running.id and ${isForCityOf(sql, userId)}
      on conflict do nothing
      returning campaign_id, day
    ), counted as (
      insert into social.campaign_counts as c (campaign_id, day, slot, views)
      select campaign_id, day, ${randomSlot()}::smallint, 1 from viewed
      on conflict (campaign_id, day, slot) do update set views = c.views + 1
    )
    select exists (select from running) as running, exists (select from viewed) as counted`;
  return row ?? { running: false, counted: false };
}

/**
 * Counts the first click after the day's view. A click after midnight still belongs to a recent view of the day before,
 * and counts for that day. The city is not checked again, because the user may have moved since the view.
 */
export async function countClick(
  sql: Sql,
  { campaignId, userId, now, day }: CountedOnce,
  viewedSince: Date,
): Promise<CountResult> {
  const [row] = await sql<CountResult[]>`
    with running as (${findRunningOne(sql, campaignId, now)}), clicked as (
      update social.campaign_views v set clicked_at = ${now}
      where v.user_id = ${userId} and v.campaign_id = (select id from running) and v.clicked_at is null
        and v.day = (select max(latest.day) from social.campaign_views latest
                     where latest.user_id = ${userId} and latest.campaign_id = ${campaignId}
                       and (latest.day = ${day}::date or latest.viewed_at > ${viewedSince}))
      returning v.campaign_id, v.day
    ), counted as (
      insert into social.campaign_counts as c (campaign_id, day, slot, clicks)
      select campaign_id, day, ${randomSlot()}::smallint, 1 from clicked
      on conflict (campaign_id, day, slot) do update set clicks = c.clicks + 1
    )
    select exists (select from running) as running, exists (select from clicked) as counted`;
  return row ?? { running: false, counted: false };
}

export async function findRunningMedia(
  sql: Sql,
  campaignId: string,
  now: Date,
): Promise<Pick<Campaign, 'media' | 'media_type'> | undefined> {
  const [campaign] = await sql<Pick<Campaign, 'media' | 'media_type'>[]>`
    select media, media_type from social.campaigns where id in (${findRunningOne(sql, campaignId, now)})`;
  return campaign;
}

const findRunningOne = (sql: Sql, campaignId: string, now: Date) => sql`
  select c.id from social.campaigns c where c.id = ${campaignId} and ${runs(sql, now)}`;

const randomSlot = (): number => Math.floor(Math.random() * slots);

/** Deletes at most `limit` views before that day. Returns the number deleted. */
export async function forgetViews(sql: Sql, beforeDay: string, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.campaign_views
    where (user_id, campaign_id, day) in (
      select user_id, campaign_id, day from social.campaign_views where day < ${beforeDay}::date limit ${limit})`;
  return rows.count;
}

export async function findCampaigns(sql: Sql, campaignId: string | null): Promise<CountedCampaign[]> {
  return sql<CountedCampaign[]>`
    select c.id, c.title, c.description, c.media_type, c.media, c.link, c.starts_at, c.ends_at, c.city_ids, c.weight,
           c.stopped_at, coalesce(sum(n.views), 0)::float8 as views, coalesce(sum(n.clicks), 0)::float8 as clicks
    from social.campaigns c left join social.campaign_counts n on n.campaign_id = c.id
    where ${campaignId}::uuid is null or c.id = ${campaignId}::uuid
    group by c.id order by c.id desc limit 200`;
}

export interface CampaignDay {
  /** YYYY-MM-DD in UTC. */
  day: string;
  views: number;
  clicks: number;
}

/** Returns the newest days with counts, oldest first. */
export async function findDays(sql: Sql, campaignId: string, limit: number): Promise<CampaignDay[]> {
  return sql<CampaignDay[]>`
    select * from (
      select day::text, sum(views)::float8 as views, sum(clicks)::float8 as clicks
      from social.campaign_counts where campaign_id = ${campaignId}
      group by day order by day desc limit ${limit}) counted
    order by day`;
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
