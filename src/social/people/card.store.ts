import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import { mostParties } from './count.rules.ts';
import type { AttendanceVisibility } from './attendance.rules.ts';

/** Short form of a user in every list, in the field order of the API. */
export interface Card {
  name: string;
  id: string;
  photoQty: number;
  local: string;
  age: number | null;
  parties: number[];
  isCombination: 0 | 1;
  image: string;
  thumb: string;
}

/** Values that a card needs besides the user’s row. */
export interface CardSources {
  baseUrl: string;
  now: Date;
  /** Day of `now` in UTC, YYYY-MM-DD. */
  today: string;
  /** Query string appended to addresses of stored photos, specific to the viewer. */
  photoQuery: string;
  /** Whether photos on other servers are shown by their own addresses. */
  showsLinks: boolean;
  viewer: AttendanceViewer;
}

export interface AttendanceViewer {
  id: string;
  /** Default audience for people who have not chosen one. */
  byDefault: AttendanceVisibility;
}

/** Returns a condition for attendance `a`: whether the viewer may see it. */
export function attendanceSeenColumn(sql: Sql | Tx, { id, byDefault }: AttendanceViewer): Query {
  return sql`(
    a.user_id = ${id}::uuid or case coalesce(a.shown_to, ${byDefault})
      when 'everyone' then true
      when 'attendees' then exists (
        select from social.attendances own where own.event_id = a.event_id and own.user_id = ${id}::uuid)
      when 'combinations' then exists (
        select from social.pairs both_of
        where both_of.low_id = least(a.user_id, ${id}::uuid) and both_of.high_id = greatest(a.user_id, ${id}::uuid)
          and both_of.combined_at is not null)
      else false end)`;
}

/** Returns a column for other features: the card, as JSON, of a user `u` who is not combined with the viewer. */
export function uncombinedCardColumn(sql: Sql | Tx, sources: CardSources): Query {
  return cardColumn(sql, sources, sql`0`);
}

/**
 * Builds the card as JSON in PostgreSQL, so that a page of cards arrives as one text instead of hundreds of values. The
 * picture addresses must match `photos/photo-urls.ts` and `links/link-url.rules.ts`.
 */
function cardColumn(sql: Sql | Tx, sources: CardSources, isCombination: Query): Query {
  const { baseUrl, now, today, photoQuery, showsLinks } = sources;
  return sql`(
    select row_to_json(card) from (
      select u.name, u.id, photo.count as "photoQty", u.location as local,
             extract(year from age(${today}::date, u.birth_date))::integer as age,
             array(select e.id from social.attendances a join social.events e on e.id = a.event_id
                   where a.user_id = u.id and e.ends_at > ${now} and e.status <> 'EventCancelled'
                     and ${attendanceSeenColumn(sql, sources.viewer)}
                   order by e.starts_at, e.id limit ${mostParties}) as parties,
             ${isCombination} as "isCombination",
             case when starts_with(photo.link, '/') then ${baseUrl} || photo.link
                  when photo.name is not null then ${baseUrl} || '/photos/' || photo.name || ${photoQuery}
                  when photo.link is not null and ${showsLinks} then photo.link
                  else ${baseUrl} || '/portraits/' || u.id || '.svg'
             end as image,
             case when starts_with(photo.link, '/') then ${baseUrl} || photo.link
                  when photo.name is not null then ${baseUrl} || '/photos/' || photo.name || '/thumb' || ${photoQuery}
                  when photo.link is not null and ${showsLinks} then photo.link
                  else ${baseUrl} || '/portraits/' || u.id || '.svg'
             end as thumb
      from (
        select count(*) filter (where f.position > 0) as count, (array_agg(f.link order by f.position))[1] as link,
               (array_agg(f.name order by f.position))[1] as name
        from social.photos f where f.user_id = u.id) photo
    ) card)`;
}

/** Returns cards in the order of `userIds`, without users who are deleted, suspended or blocked by either side. */
export async function findCards(
  sql: Sql | Tx,
  userIds: readonly string[],
  sources: CardSources,
): Promise<{ card: Card }[]> {
  return sql<{ card: Card }[]>`
    select ${cardColumn(sql, sources, sql`(p.combined_at is not null)::integer`)} as card
    from unnest(${userIds}::uuid[]) with ordinality as wanted (id, position)
    join social.users u on u.id = wanted.id
    left join social.pairs p
      on p.low_id = least(u.id, ${sources.viewer.id}::uuid) and p.high_id = greatest(u.id, ${sources.viewer.id}::uuid)
    where u.deleted_at is null and u.suspended_until <= ${sources.now}
      and (p.low_blocked_until is null or p.low_blocked_until <= ${sources.now})
      and (p.high_blocked_until is null or p.high_blocked_until <= ${sources.now})
    order by wanted.position`;
}
