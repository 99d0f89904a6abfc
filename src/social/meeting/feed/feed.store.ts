import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import { widestAges, type Scope, type Viewer, type Walk, type FeedFilter } from './feed.rules.ts';
import { settleMs, type Gap } from './gap.rules.ts';
import type { Position } from './position.rules.ts';

export interface Search {
  viewer: Viewer;
  filter: FeedFilter;
  walk: Walk;
  now: Date;
  /** Column with the card of a user `u` who is not combined with the viewer. */
  card: Query;
  /** Whether people who have not chosen an audience are shown to other attendees of their events. */
  isOpenByDefault: boolean;
}

/** Search on a page that is not the first of its walk. */
export interface LaterSearch extends Search {
  snapshot: string;
}

export interface Shown extends Position {
  card: string;
}

/** A person examined by a search. */
export interface ExaminedRow extends Position {
  /** Null if the person is not shown: hidden for a short time, or not examined. */
  card: string | null;
  /** True for the first person beyond the limit of examined rows. */
  left: boolean;
  /** Number of rows examined so far, including this one. */
  number: number;
}

/** How the viewer’s reactions are read: one lookup per examined person, or all at once. */
export type Reactions = 'each' | 'all';

/** A range of a walk: below one position, not below another, with a limit on examined rows. */
export interface Piece {
  below: Position | undefined;
  notBelow: Position | undefined;
  probes: number;
  limit: number;
  /** People whose pass or suspension ends before this time are returned without a card. */
  hiddenUntil: Date;
  reactions: Reactions;
}

/**
 * Returns the next matching people of one stage, most recently active first. If they are fewer than the limit, adds the
 * first person who was not examined, unless the walk reached its end.
 * Examines at most `probes` people, each once, and none after the last one shown. The cost depends on examined rows,
 * not on the number of users.
 */
export function findInScope(sql: Sql | Tx, search: Search, scope: Scope, piece: Piece): Query<ExaminedRow[]> {
  const { probes, limit, hiddenUntil, reactions } = piece;
  const { viewer, now } = search;
  return sql<ExaminedRow[]>`
    select ${timeText(sql, sql`f.last_active_at`)} as at, f.id, f.number::integer as number, f.number > ${probes} as left,
           case when f.number <= ${probes} and u.suspended_until <= ${now} and not ${isHidden(sql, viewer.id, now)}
                then ${search.card}::text end as card
    from (
      select u.id, u.last_active_at, u.number
      from (select ${deciding(sql)}, row_number() over (order by w.last_active_at desc, w.id desc) as number
            from social.users w
            where w.deleted_at is null and ${inScope(sql, search.walk, scope)} ${within(sql, piece)}
            order by w.last_active_at desc, w.id desc limit ${probes + 1}) u
      where u.number > ${probes}
         or ${fits(sql, search, hiddenUntil, reactions)} ${inStage(sql, search, scope)} ${unmoved(sql, search.walk)}
      order by u.last_active_at desc, u.id desc limit ${limit}) f
    cross join lateral (select * from social.users u where u.id = f.id offset 0) u
    order by f.last_active_at desc, f.id desc`;
}

/**
 * Like `findInScope`, but through the age index, for rare ages: reads all people of these ages, at most `probes`. The
 * last row is not a person: `number` counts the people of these ages everywhere, and `left` is true if they are too
 * many for a result.
 */
export function findByAge(
  sql: Sql | Tx,
  search: Search,
  scope: Scope,
  piece: Omit<Piece, 'hiddenUntil' | 'reactions'>,
): Query<ExaminedRow[]> {
  const { probes, limit } = piece;
  const { viewer, filter, now } = search;
  return sql<ExaminedRow[]>`
    with born as materialized (
      select ${deciding(sql)} from social.users w
      where w.deleted_at is null and w.birth_date > ${filter.bornAfter}::date and w.birth_date <= ${filter.bornUntil}::date
      limit ${probes + 1}),
    found as (
      select u.id, u.last_active_at from born u
      where (select count(*) from born) <= ${probes} and ${inScope(sql, search.walk, scope, sql`u`)} ${within(sql, piece, sql`u`)}
        and ${fits(sql, search, now, 'each')} ${inStage(sql, search, scope)} ${unmoved(sql, search.walk)}
      order by u.last_active_at desc, u.id desc limit ${limit})
    (select ${timeText(sql, sql`f.last_active_at`)} as at, f.id, 0 as number, false as left, ${search.card}::text as card
     from found f cross join lateral (select * from social.users u where u.id = f.id offset 0) u
     order by f.last_active_at desc, f.id desc)
    union all
    (select '', ${viewer.id}::uuid, count(*)::integer, count(*) > ${probes}, null from born)`;
}

/** Returns people in a gap who have changed since it was found and match now. */
export function findChangedIn(
  sql: Sql | Tx,
  search: Search,
  { stage, to, snapshot }: Gap,
  below: Position,
  limit: number,
): Query<Shown[]> {
  return showIn(
    sql,
    search,
    sql`u.last_active_at`,
    // Starts with changed people regardless of the planner’s estimates, because a gap may be a whole city. The
    // snapshot’s open transactions are looked up one by one, because the oldest may have begun long before.
    sql`(select u.* from pg_snapshot_xip(${snapshot}::pg_snapshot) open
           cross join lateral (select * from social.users u where u.changed_xid = open offset 0) u
         union all
         (select * from social.users u where u.changed_xid >= pg_snapshot_xmax(${snapshot}::pg_snapshot)
            and ${since(sql, sql`u.changed_xid`, snapshot)} offset 0)) u
      where u.deleted_at is null and ${inScope(sql, search.walk, stage, sql`u`)}
        and (u.last_active_at, u.id) < (${below.at}::timestamptz, ${below.id}::uuid)
        and (u.last_active_at, u.id) >= (${to.at}::timestamptz, ${to.id}::uuid)
        and ${fits(sql, search, search.now, 'each')} ${inStage(sql, search, stage)} ${unmoved(sql, search.walk)}`,
    limit,
  );
}

/** Returns people who became active since the walk began, at their former position. */
export function findMovedInScope(
  sql: Sql | Tx,
  search: LaterSearch,
  scope: Scope,
  below: Position | undefined,
  limit: number,
): Query<Shown[]> {
  return showIn(
    sql,
    search,
    sql`u.active_before_at`,
    sql`social.users u
      where u.deleted_at is null and ${inScope(sql, search.walk, scope, sql`u`)}
        and u.last_active_at > ${noEarlierThan(search.walk)} and ${moved(sql, search, below)}
        and ${fits(sql, search, search.now, 'each')} ${inStage(sql, search, scope)}`,
    limit,
  );
}

/**
 * Like `findInScope`, for people at the same events. Each event has its attendances sorted, and these lists are merged.
 * Each list has its own limit; otherwise PostgreSQL would sort all attendances. People who do not show their attendance
 * to the viewer are left out.
 */
export function findGoing(sql: Sql | Tx, search: Search, piece: Piece): Query<ExaminedRow[]> {
  const { below, notBelow, probes, limit, hiddenUntil, reactions } = piece;
  const { viewer, now, walk } = search;
  const people = walk.events.map(
    (event) => sql`
      (select a.active_at, a.user_id from social.attendances a
       where a.event_id = ${event} and a.confirmed_at <= ${walk.startedAt} and ${isOpen(sql, search)}
         ${below ? sql`and (a.active_at, a.user_id) < (${below.at}::timestamptz, ${below.id}::uuid)` : sql``}
         ${notBelow ? sql`and (a.active_at, a.user_id) >= (${notBelow.at}::timestamptz, ${notBelow.id}::uuid)` : sql``}
       order by a.active_at desc, a.user_id desc limit ${probes + 1})`,
  );
  const merged = sql`
    select distinct on (m.active_at, m.user_id) m.active_at, m.user_id from (${unionAll(sql, people)}) m
    order by m.active_at desc, m.user_id desc`;
  const person = sql`cross join lateral (select * from social.users u where u.id = a.user_id offset 0) u`;
  return sql<ExaminedRow[]>`
    select ${timeText(sql, sql`u.active_at`)} as at, u.id, 0 as number, u.left,
           case when not u.left and u.suspended_until <= ${now} and not ${isHidden(sql, viewer.id, now)}
                then ${search.card}::text end as card
    from (
      (select u.*, a.active_at, false as left from (${merged} limit ${probes}) a ${person}
       where u.deleted_at is null and ${fits(sql, search, hiddenUntil, reactions)} ${unchanged(sql, walk)} ${unmoved(sql, walk)}
       order by a.active_at desc, a.user_id desc limit ${limit})
      union all
      (select u.*, a.active_at, true from (${merged} offset ${probes} limit 1) a ${person})
      limit ${limit}) u`;
}

/** Returns people at the same events who became active since the walk began. */
export function findMovedGoing(
  sql: Sql | Tx,
  search: LaterSearch,
  below: Position | undefined,
  limit: number,
): Query<Shown[]> {
  const { startedAt, events } = search.walk;
  return showIn(
    sql,
    search,
    sql`u.active_before_at`,
    sql`social.users u
      where u.id in (select a.user_id from social.attendances a
                     where a.event_id = any(${events}::integer[]) and a.active_at > ${noEarlierThan(search.walk)}
                       and a.confirmed_at <= ${startedAt} and ${isOpen(sql, search)})
        and u.deleted_at is null and ${moved(sql, search, below)}
        and ${fits(sql, search, search.now, 'each')} ${unchanged(sql, search.walk)}`,
    limit,
  );
}

/** Returns people with whom the viewer was combined at the start of the walk, regardless of both sides’ settings. */
export async function findCombined(
  sql: Sql | Tx,
  { viewer, walk, now }: Search,
  below: Position | undefined,
  limit: number,
): Promise<Position[]> {
  const { startedAt, snapshot } = walk;
  const hasMoved = snapshot === undefined ? sql`false` : since(sql, sql`u.active_xid`, snapshot);
  return sql<Position[]>`
    select ${timeText(sql, sql`c.at`)} as at, c.id
    from (
      select u.id, case when ${hasMoved} then u.active_before_at else u.last_active_at end as at
      from (select high_id as id, combined_at from social.pairs where low_id = ${viewer.id} and combined_at is not null
            union all
            select low_id, combined_at from social.pairs where high_id = ${viewer.id} and combined_at is not null) p
      join social.users u on u.id = p.id
      where u.deleted_at is null and u.suspended_until <= ${now} and u.hidden_by is null
        and p.combined_at <= ${startedAt}) c
    where (c.at, c.id) < (${below?.at ?? 'infinity'}::timestamptz, ${below?.id ?? viewer.id}::uuid)
    order by c.at desc, c.id desc limit ${limit}`;
}

function showIn(sql: Sql | Tx, { card }: Search, at: Query, people: Query, limit: number): Query<Shown[]> {
  return sql<Shown[]>`
    select ${timeText(sql, sql`u.placed_at`)} as at, u.id, ${card}::text as card
    from (select u.*, ${at} as placed_at from ${people} order by ${at} desc, u.id desc limit ${limit}) u
    order by u.placed_at desc, u.id desc`;
}

const timeText = (sql: Sql | Tx, time: Query): Query =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const unionAll = (sql: Sql | Tx, [first = sql``, ...rest]: readonly Query[]): Query =>
  rest.reduce((all, next) => sql`${all} union all ${next}`, first);

function inScope(sql: Sql | Tx, walk: Walk, scope: Scope, who: Query = sql`w`): Query {
  if (scope === 'city') return sql`${who}.city_id = ${walk.cityId}`;
  return scope === 'state' ? sql`${who}.state = ${walk.state}` : sql`true`;
}

/** People who were not shown in an earlier stage and have not changed since the walk began. */
function inStage(sql: Sql | Tx, search: Search, scope: Scope): Query {
  const { walk } = search;
  const { cityId, state, events, startedAt } = walk;
  const narrower =
    scope === 'state' && cityId !== null
      ? sql`and u.city_id is distinct from ${cityId}`
      : scope === 'country' && state !== null
        ? sql`and u.state is distinct from ${state}`
        : sql``;
  const going =
    events.length === 0
      ? sql``
      : sql`and not exists (
          select from social.attendances a
          where a.user_id = u.id and a.event_id = any(${events}::integer[]) and a.confirmed_at <= ${startedAt}
            and ${isOpen(sql, search)}
          offset 0)`;
  return sql`${narrower} ${going} ${unchanged(sql, walk)}`;
}

/**
 * Attendance `a` is visible to a viewer who attends the event and is not combined with the person. Must match the
 * condition of the index of open attendances.
 */
const isOpen = (sql: Sql | Tx, { isOpenByDefault }: Search): Query => sql`
  (a.shown_to is null or a.shown_to in ('everyone', 'attendees'))
  ${isOpenByDefault ? sql`` : sql`and a.shown_to is not null`}`;

/** People who changed after the start of the walk may have moved and would appear a second time. */
const unchanged = (sql: Sql | Tx, { snapshot }: Walk): Query =>
  snapshot === undefined ? sql`` : sql`and not ${since(sql, sql`u.changed_xid`, snapshot)}`;

/** People who became active after the start of the walk are found at their former position. */
const unmoved = (sql: Sql | Tx, { snapshot }: Walk): Query =>
  snapshot === undefined ? sql`` : sql`and not ${since(sql, sql`u.active_xid`, snapshot)}`;

const moved = (sql: Sql | Tx, { walk, snapshot }: LaterSearch, below: Position | undefined): Query => sql`
  ${since(sql, sql`u.active_xid`, snapshot)} and u.active_before_at <= ${walk.startedAt}
  ${below ? sql`and (u.active_before_at, u.id) < (${below.at}::timestamptz, ${below.id}::uuid)` : sql``}`;

/** Earliest activity to search: activity after the start of the walk is recorded at most this much before it. */
const noEarlierThan = ({ startedAt }: Walk): Date => new Date(startedAt.getTime() - settleMs);

/**
 * True if the transaction is newer than the snapshot. Ids that this database has not reached come from before a restore
 * and are old.
 */
const since = (sql: Sql | Tx, xid: Query, snapshot: string): Query => sql`(
  not pg_visible_in_snapshot(${xid}, ${snapshot}::pg_snapshot) and ${xid} < pg_snapshot_xmax(pg_current_snapshot()))`;

/** Columns of user `w` that decide whether the user matches, and the user’s position. */
const deciding = (sql: Sql | Tx): Query => sql`
  w.id, w.last_active_at, w.city_id, w.state, w.gender, w.birth_date, w.shows_women, w.shows_men, w.age_from, w.age_to,
  w.suspended_until, w.hidden_by, w.changed_xid, w.active_xid`;

const within = (
  sql: Sql | Tx,
  { below, notBelow }: Pick<Piece, 'below' | 'notBelow'>,
  who: Query = sql`w`,
): Query => sql`
  ${below ? sql`and (${who}.last_active_at, ${who}.id) < (${below.at}::timestamptz, ${below.id}::uuid)` : sql``}
  ${notBelow ? sql`and (${who}.last_active_at, ${who}.id) >= (${notBelow.at}::timestamptz, ${notBelow.id}::uuid)` : sql``}`;

/** Users hidden by staff, or by many reports until a review, match no feed. The same holds for suspended users. */
function fits(sql: Sql | Tx, { viewer, filter }: Search, hiddenUntil: Date, reactions: Reactions): Query {
  return sql`
    u.id <> ${viewer.id} and u.suspended_until <= ${hiddenUntil} and u.hidden_by is null
    and case u.gender when 'woman' then ${filter.women}::boolean when 'man' then ${filter.men}::boolean
          when 'other' then ${filter.others}::boolean else ${filter.unstatedGender}::boolean end
    and coalesce(u.birth_date > ${filter.bornAfter}::date and u.birth_date <= ${filter.bornUntil}::date,
                 ${filter.unstatedAge}::boolean)
    and ${wantsGender(sql, viewer)}
    and ${
      filter.ownAge === null
        ? sql`u.age_from <= ${widestAges.from} and u.age_to >= ${widestAges.to}`
        : sql`${filter.ownAge}::smallint between u.age_from and u.age_to`
    }
    and ${
      reactions === 'each'
        ? sql`not ${isHidden(sql, viewer.id, hiddenUntil)}`
        : sql`u.id not in (${hiddenFrom(sql, viewer.id, hiddenUntil)})`
    }`;
}

/**
 * True if a reaction of the viewer or a block by either still holds at that time. `offset 0` forces a lookup by the key
 * of the pair instead of a hash of all users’ reactions.
 */
const isHidden = (sql: Sql | Tx, viewerId: string, then: Date): Query => sql`exists (
  select from social.pairs p
  where p.low_id = least(u.id, ${viewerId}::uuid) and p.high_id = greatest(u.id, ${viewerId}::uuid)
    and (case when p.low_id = ${viewerId}::uuid then p.low_liked_at is not null or p.low_passed_until > ${then}
           else p.high_liked_at is not null or p.high_passed_until > ${then} end
         or p.low_blocked_until > ${then} or p.high_blocked_until > ${then})
  offset 0)`;

/**
 * Reads all reactions of the viewer at once. The viewer’s id is a subquery, so that PostgreSQL does not use statistics
 * for this value: it then expects few rows and builds a hash, without which each row would be compared with all
 * reactions.
 */
function hiddenFrom(sql: Sql | Tx, viewerId: string, then: Date): Query {
  const viewer = sql`(select ${viewerId}::uuid)`;
  const blocked = sql`p.low_blocked_until > ${then} or p.high_blocked_until > ${then}`;
  return sql`
    select p.high_id from social.pairs p
    where p.low_id = ${viewer} and (p.low_liked_at is not null or p.low_passed_until > ${then} or ${blocked})
    union all
    select p.low_id from social.pairs p
    where p.high_id = ${viewer} and (p.high_liked_at is not null or p.high_passed_until > ${then} or ${blocked})`;
}

function wantsGender(sql: Sql | Tx, { gender }: Viewer): Query {
  if (gender === 'woman') return sql`u.shows_women`;
  if (gender === 'man') return sql`u.shows_men`;
  return gender === 'other' ? sql`u.shows_women = u.shows_men` : sql`(u.shows_women and u.shows_men)`;
}
