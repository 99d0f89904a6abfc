import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { OuterJoined, Query } from '../../platform/postgres/client/sql.ts';
import {
  mostCoAttendees,
  widestAges,
  type Mark,
  type Position,
  type Scope,
  type Viewer,
  type Wishes,
} from './feed.rules.ts';

interface MarkRow {
  scope: Scope;
  topAt: Date;
  topId: string;
  bottomAt: Date;
  bottomId: string;
}

export interface FoundViewer {
  viewer: Viewer;
  /** Who goes to the same events. */
  going: string[];
  marks: Map<Scope, Mark>;
}

/** With the marks that were made after `marksSince`. */
export async function findViewer(
  sql: Sql,
  userId: string,
  { now, marksSince }: { now: Date; marksSince: Date },
): Promise<FoundViewer | undefined> {
  const rows = await sql<(Viewer & { going: string[] } & OuterJoined<MarkRow>)[]>`
    select u.id, u.gender, u.birth_date::text as "birthDate", u.city_id as "cityId", u.state,
           u.shows_women as "showsWomen", u.shows_men as "showsMen", u.age_from as "ageFrom", u.age_to as "ageTo",
           u.last_active_at as "lastActiveAt", m.scope, m.top_active_at as "topAt", m.top_id as "topId",
           m.bottom_active_at as "bottomAt", m.bottom_id as "bottomId", ${coAttendees(sql, userId, now)} as going
    from social.users u left join social.feed_marks m on m.user_id = u.id and m.made_at > ${marksSince}
    where u.id = ${userId} and u.deleted_at is null`;
  const [viewer] = rows;
  if (!viewer) return undefined;
  const marks = new Map<Scope, Mark>();
  for (const { scope, topAt, topId, bottomAt, bottomId } of rows) {
    if (scope === null) continue;
    marks.set(scope, { top: { at: topAt, id: topId }, bottom: { at: bottomAt, id: bottomId } });
  }
  return { viewer, going: viewer.going, marks };
}

/**
 * Who else confirmed most recently at each coming event of a user, those who share most events first. Bounded by
 * event, because some have thousands.
 */
function coAttendees(sql: Sql, userId: string, now: Date): Query {
  return sql`array(
    select other.user_id
    from social.attendances mine
    join social.events e on e.id = mine.event_id
    cross join lateral (
      select user_id from social.attendances o
      where o.event_id = e.id and o.user_id <> ${userId}
      order by o.confirmed_at desc, o.user_id desc limit ${mostCoAttendees.perEvent}
    ) other
    where mine.user_id = ${userId} and e.ends_at > ${now} and e.status <> 'EventCancelled'
    group by other.user_id order by count(*) desc, other.user_id limit ${mostCoAttendees.inAll})`;
}

export interface Search {
  viewer: Viewer;
  wishes: Wishes;
  now: Date;
  /** The column that shows a user `u`, who is not combined with the viewer. */
  card: Query;
  /** Who was shown in an earlier stage. */
  without: readonly string[];
  limit: number;
}

/** A stretch of a walk: who is below the one place and above the other, and how many of them are looked at. */
export interface Stretch {
  below?: Position | undefined;
  above?: Position | undefined;
  probes: number;
}

/** Some people in their order, as one row: how many, their cards as JSON with commas between, the first and the last. */
export interface Shown {
  count: number;
  cards: string | null;
  firstAt: Date | null;
  firstId: string | null;
  lastAt: Date | null;
  lastId: string | null;
  /** The last is not shown: it is whom the walk looked at last before it stopped short of its end. */
  left: boolean | null;
}

/**
 * The next people of one walk who fit, most recently active first; where they do not fill the page, then whoever was
 * looked at last, unless the walk came to its end. No more than `probes` rows are looked at, each against the primary
 * key of its pair: the cost follows the rows looked at, not the number of users. The second part is not run where the
 * first fills the page.
 */
export function findInScope(sql: Sql | Tx, search: Search, scope: Scope, stretch: Stretch): Query<[Shown]> {
  const walk = sql`
    w.deleted_at is null and ${scopeOf(sql, search.viewer, scope)} ${between(sql, stretch)}
    order by w.last_active_at desc, w.id desc`;
  return show(
    sql,
    search,
    sql`
      (select u.id, u.last_active_at as at, false as left, u.name, u.location, u.birth_date
       from (select w.* from social.users w where ${walk} limit ${stretch.probes}) u
       where ${fits(sql, search)} ${outside(sql, search.viewer, scope)} and u.id <> all(${search.without}::uuid[])
       order by u.last_active_at desc, u.id desc limit ${search.limit})
      union all
      (select w.id, w.last_active_at, true, null, null, null
       from social.users w where ${walk} offset ${stretch.probes - 1} limit 1)
      limit ${search.limit}`,
  );
}

export function findAmong(
  sql: Sql,
  search: Search,
  userIds: readonly string[],
  below: Position | undefined,
): Query<[Shown]> {
  return show(
    sql,
    search,
    sql`
      select u.id, u.last_active_at as at, false as left, u.name, u.location, u.birth_date from social.users u
      where u.id = any(${userIds}::uuid[]) and u.deleted_at is null and ${fits(sql, search)}
        ${below ? sql`and (u.last_active_at, u.id) < (${below.at}, ${below.id}::uuid)` : sql``}
      order by u.last_active_at desc, u.id desc limit ${search.limit}`,
  );
}

function show(sql: Sql | Tx, { card }: Search, people: Query): Query<[Shown]> {
  return sql<[Shown]>`
    select count(*) filter (where not u.left)::integer as count,
           string_agg(${card}::text, ',') filter (where not u.left) as cards,
           (array_agg(u.at))[1] as "firstAt", (array_agg(u.id))[1] as "firstId",
           (array_agg(u.at))[count(*)::integer] as "lastAt", (array_agg(u.id))[count(*)::integer] as "lastId",
           bool_or(u.left) as left
    from (${people}) u`;
}

function scopeOf(sql: Sql | Tx, viewer: Viewer, scope: Scope): Query {
  if (scope === 'city') return sql`w.city_id = ${viewer.cityId}`;
  return scope === 'state' ? sql`w.state = ${viewer.state}` : sql`true`;
}

/** What a narrower walk has shown already. */
function outside(sql: Sql | Tx, viewer: Viewer, scope: Scope): Query {
  if (scope === 'state' && viewer.cityId !== null)
    return sql`and u.city_id is distinct from ${viewer.cityId}`;
  if (scope === 'country' && viewer.state !== null) return sql`and u.state is distinct from ${viewer.state}`;
  return sql``;
}

function between(sql: Sql | Tx, { below, above }: Stretch): Query {
  return sql`
    ${below ? sql`and (w.last_active_at, w.id) < (${below.at}, ${below.id}::uuid)` : sql``}
    ${above ? sql`and (w.last_active_at, w.id) > (${above.at}, ${above.id}::uuid)` : sql``}`;
}

/** Whom staff, or enough reports until staff have looked, keep out of feeds fits into none, as nobody suspended does. */
function fits(sql: Sql | Tx, { viewer, wishes, now }: Search): Query {
  return sql`
    u.id <> ${viewer.id} and u.suspended_until <= ${now} and u.hidden_by is null
    and case u.gender when 'woman' then ${wishes.women}::boolean when 'man' then ${wishes.men}::boolean
          when 'other' then ${wishes.others}::boolean else ${wishes.unstatedGender}::boolean end
    and coalesce(u.birth_date > ${wishes.bornAfter}::date and u.birth_date <= ${wishes.bornUntil}::date,
                 ${wishes.unstatedAge}::boolean)
    and ${wantsGender(sql, viewer)}
    and ${
      wishes.ownAge === null
        ? sql`u.age_from <= ${widestAges.from} and u.age_to >= ${widestAges.to}`
        : sql`${wishes.ownAge}::smallint between u.age_from and u.age_to`
    }
    and not exists (
      select from social.pairs p
      where p.low_id = least(u.id, ${viewer.id}::uuid) and p.high_id = greatest(u.id, ${viewer.id}::uuid)
        and (case when p.low_id = ${viewer.id}::uuid then p.low_liked_at is not null or p.low_passed_until > ${now}
               else p.high_liked_at is not null or p.high_passed_until > ${now} end
             or p.low_blocked_until > ${now} or p.high_blocked_until > ${now}))`;
}

function wantsGender(sql: Sql | Tx, { gender }: Viewer): Query {
  if (gender === 'woman') return sql`u.shows_women`;
  if (gender === 'man') return sql`u.shows_men`;
  return gender === 'other' ? sql`u.shows_women = u.shows_men` : sql`(u.shows_women and u.shows_men)`;
}
