import type { Tag } from '../../platform/postgres/client/sql.ts';
import { longestEventMs, spotlightLimit, type Event, type EventCursor } from './event.rules.ts';

/** All fields of an answer, with the viewer’s own attendance if there is a viewer. */
const columns = (sql: Tag, viewerId: string | undefined) => sql`
  e.id, e.name, e.description, e.image, e.starts_at as "startsAt", e.ends_at as "endsAt", e.timezone, e.status,
  e.category, e.venue_name as "venueName", e.street_address as "streetAddress", e.city_id as "cityId",
  c.name as city, c.state, e.country, e.latitude, e.longitude, e.organizer_name as "organizerName",
  e.organizer_url as "organizerUrl", e.offer_url as "offerUrl", e.offer_price_minor as "offerPriceMinor",
  e.offer_currency as "offerCurrency", e.capacity, e.participants, e.waiting, e.spotlight_from as "spotlightFrom",
  e.spotlight_until as "spotlightUntil", e.spotlight_position as "spotlightPosition", e.revision,
  e.updated_at as "updatedAt",
  exists (select from social.attendances a where a.event_id = e.id and a.user_id = ${viewerId ?? null}::uuid)
    as "isConfirmed",
  e.waiting > 0
    and exists (select from social.waiting w where w.event_id = e.id and w.user_id = ${viewerId ?? null}::uuid)
    as "isWaiting",
  coalesce(
    (select a.visible_to from social.attendances a where a.event_id = e.id and a.user_id = ${viewerId ?? null}::uuid),
    case when e.waiting > 0 then (
      select w.visible_to from social.waiting w where w.event_id = e.id and w.user_id = ${viewerId ?? null}::uuid) end
  ) as "visibleTo"`;

export interface ListOptions {
  viewerId: string | undefined;
  now: Date;
  limit: number;
  after: EventCursor | undefined;
}

/** Start of a list: an event that is not over began at most this long ago. */
const earliestStart = (now: Date): Date => new Date(now.getTime() - longestEventMs);
const cursorOf = ({ after, now }: ListOptions) =>
  after ? { startsAt: new Date(after.startsAtMs), id: after.id } : { startsAt: earliestStart(now), id: 0 };

export async function findEvent(
  sql: Tag,
  eventId: number,
  viewerId: string | undefined,
): Promise<Event | undefined> {
  const [event] = await sql<Event[]>`
    select ${columns(sql, viewerId)} from social.events e join social.cities c on c.id = e.city_id
    where e.id = ${eventId}`;
  return event;
}

export async function findEventsByIds(
  sql: Tag,
  ids: readonly number[],
  viewerId: string | undefined,
): Promise<Event[]> {
  return sql<Event[]>`
    select ${columns(sql, viewerId)}
    from unnest(${ids}::integer[]) with ordinality as wanted (id, position)
    join social.events e on e.id = wanted.id
    join social.cities c on c.id = e.city_id
    order by wanted.position`;
}

export async function findEventsEverywhere(sql: Tag, options: ListOptions): Promise<Event[]> {
  const cursor = cursorOf(options);
  return sql<Event[]>`
    select ${columns(sql, options.viewerId)} from social.events e join social.cities c on c.id = e.city_id
    where (e.starts_at, e.id) > (${cursor.startsAt}, ${cursor.id}) and e.ends_at > ${options.now}
      and e.status <> 'EventCancelled'
    order by e.starts_at, e.id limit ${options.limit}`;
}

/** Reads city by city along the index. One range over several cities would have to be sorted as a whole. */
export async function findEventsInCities(
  sql: Tag,
  cityIds: readonly number[],
  options: ListOptions,
): Promise<Event[]> {
  const cursor = cursorOf(options);
  return sql<Event[]>`
    select ${columns(sql, options.viewerId)}
    from unnest(${cityIds}::integer[]) as wanted (id)
    join social.cities c on c.id = wanted.id
    cross join lateral (
      select * from social.events e
      where e.city_id = c.id and (e.starts_at, e.id) > (${cursor.startsAt}, ${cursor.id})
        and e.ends_at > ${options.now} and e.status <> 'EventCancelled'
      order by e.starts_at, e.id limit ${options.limit}
    ) e
    order by e.starts_at, e.id limit ${options.limit}`;
}

export async function findSpotlight(sql: Tag, viewerId: string | undefined, now: Date): Promise<Event[]> {
  return sql<Event[]>`
    select ${columns(sql, viewerId)} from social.events e join social.cities c on c.id = e.city_id
    where e.spotlight_until > ${now} and e.spotlight_from <= ${now} and e.ends_at > ${now}
      and e.status <> 'EventCancelled'
    order by e.spotlight_position nulls last, e.starts_at, e.id limit ${spotlightLimit}`;
}

export async function countEventsByCity(
  sql: Tag,
  now: Date,
): Promise<{ city: string; state: string; eventsQty: number }[]> {
  return sql<{ city: string; state: string; eventsQty: number }[]>`
    select c.name as city, c.state, counted.quantity as "eventsQty"
    from (
      select city_id, count(*)::integer as quantity from social.events
      where starts_at > ${earliestStart(now)} and ends_at > ${now} and status <> 'EventCancelled' group by city_id
    ) counted
    join social.cities c on c.id = counted.city_id
    order by counted.quantity desc, c.search_name, c.state`;
}

/** Counts events by category, each under its most common spelling. */
export async function countEventsByCategory(
  sql: Tag,
  now: Date,
): Promise<{ category: string; eventsQty: number }[]> {
  return sql<{ category: string; eventsQty: number }[]>`
    select mode() within group (order by category) as category, count(*)::integer as "eventsQty"
    from social.events
    where starts_at > ${earliestStart(now)} and ends_at > ${now} and status <> 'EventCancelled'
    group by category_key
    order by count(*) desc, category_key`;
}

export interface SearchFilters {
  /** Undefined for all cities. */
  cityIds?: readonly number[] | undefined;
  wordQuery: string;
  categoryKey: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
}

export async function searchEvents(sql: Tag, filters: SearchFilters, options: ListOptions): Promise<Event[]> {
  const cursor = cursorOf(options);
  const words =
    filters.wordQuery === '' ? sql`` : sql`and e.words @@ to_tsquery('simple', ${filters.wordQuery})`;
  const cities =
    filters.cityIds === undefined ? sql`` : sql`and e.city_id = any(${filters.cityIds}::integer[])`;
  return sql<Event[]>`
    select ${columns(sql, options.viewerId)} from social.events e join social.cities c on c.id = e.city_id
    where (e.starts_at, e.id) > (${cursor.startsAt}, ${cursor.id}) and e.ends_at > ${options.now}
      and e.status <> 'EventCancelled'
      and (${filters.from ?? null}::timestamptz is null or e.ends_at > ${filters.from ?? null}::timestamptz)
      and (${filters.to ?? null}::timestamptz is null or e.starts_at < ${filters.to ?? null}::timestamptz)
      and (${filters.categoryKey ?? null}::text is null or e.category_key = ${filters.categoryKey ?? null}::text)
      ${words} ${cities}
    order by e.starts_at, e.id limit ${options.limit}`;
}

export async function findEventsOfUser(sql: Tag, userId: string, options: ListOptions): Promise<Event[]> {
  const cursor = cursorOf(options);
  return sql<Event[]>`
    select ${columns(sql, userId)}
    from social.attendances mine
    join social.events e on e.id = mine.event_id
    join social.cities c on c.id = e.city_id
    where mine.user_id = ${userId} and e.ends_at > ${options.now}
      and (e.starts_at, e.id) > (${cursor.startsAt}, ${cursor.id})
    order by e.starts_at, e.id limit ${options.limit}`;
}
