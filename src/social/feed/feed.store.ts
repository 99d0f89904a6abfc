import type { Sql, Tx } from '../../platform/postgres/database.ts';
import type { Query } from '../../platform/postgres/sql.ts';
import { widestAges, type Mark, type Position, type Scope, type Viewer, type Wishes } from './feed.rules.ts';

export async function findViewer(sql: Sql, userId: string): Promise<Viewer | undefined> {
  const [row] = await sql<Viewer[]>`
    select id, gender, birth_date::text as "birthDate", city_id as "cityId", state, shows_women as "showsWomen",
           shows_men as "showsMen", age_from as "ageFrom", age_to as "ageTo", last_active_at as "lastActiveAt"
    from social.users where id = ${userId} and deleted_at is null`;
  return row;
}

export async function touchActivity(sql: Sql, userId: string, now: Date): Promise<void> {
  await sql`update social.users set last_active_at = ${now} where id = ${userId} and last_active_at < ${now}`;
}

/**
 * Cities differ in size like nothing else. Planned once for the average one, a walk through São Paulo would read and
 * sort all of it; without sorting, what is left is to walk along the index.
 */
export async function walkAlongIndexes(tx: Tx): Promise<void> {
  await tx`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`;
}

export interface Found {
  id: string;
  at: Date;
}

export interface FoundInScope extends Found {
  /** How many people were looked at until this one. */
  probe: number;
}

export interface Search {
  viewer: Viewer;
  wishes: Wishes;
  now: Date;
  /** Shown in a stage before. */
  without: readonly string[];
  limit: number;
}

/**
 * The next people of one walk who fit, most recently active first. No more than `probes` rows are looked at, each
 * against the primary key of its pair: the cost follows the rows looked at, not the number of users.
 */
export function findInScope(
  sql: Sql | Tx,
  search: Search,
  scope: Scope,
  bounds: { below?: Position | undefined; above?: Position | undefined; probes: number },
): Query<FoundInScope[]> {
  return sql<FoundInScope[]>`
    select u.id, u.last_active_at as at, u.probe::integer from (
      select w.*, row_number() over (order by w.last_active_at desc, w.id desc) as probe from social.users w
      where w.deleted_at is null and ${scopeOf(sql, search.viewer, scope)} ${between(sql, bounds)}
      order by w.last_active_at desc, w.id desc limit ${bounds.probes}
    ) u
    where ${fits(sql, search)} ${outside(sql, search.viewer, scope)} and u.id <> all(${search.without}::uuid[])
    order by u.last_active_at desc, u.id desc limit ${search.limit}`;
}

/** Where that walk stopped looking; undefined where it came to its end. */
export async function findWalkEnd(
  sql: Sql | Tx,
  viewer: Viewer,
  scope: Scope,
  bounds: { below?: Position | undefined; above?: Position | undefined; probes: number },
): Promise<Position | undefined> {
  const [row] = await sql<Found[]>`
    select w.id, w.last_active_at as at from social.users w
    where w.deleted_at is null and ${scopeOf(sql, viewer, scope)} ${between(sql, bounds)}
    order by w.last_active_at desc, w.id desc offset ${bounds.probes - 1} limit 1`;
  return row;
}

export async function findAmong(
  sql: Sql,
  search: Search,
  userIds: readonly string[],
  below: Position | undefined,
): Promise<Found[]> {
  return sql<Found[]>`
    select u.id, u.last_active_at as at from social.users u
    where u.id = any(${userIds}::uuid[]) and u.deleted_at is null and ${fits(sql, search)}
      ${below ? sql`and (u.last_active_at, u.id) < (${below.at}, ${below.id}::uuid)` : sql``}
    order by u.last_active_at desc, u.id desc limit ${search.limit}`;
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

function between(
  sql: Sql | Tx,
  { below, above }: { below?: Position | undefined; above?: Position | undefined },
): Query {
  return sql`
    ${below ? sql`and (w.last_active_at, w.id) < (${below.at}, ${below.id}::uuid)` : sql``}
    ${above ? sql`and (w.last_active_at, w.id) > (${above.at}, ${above.id}::uuid)` : sql``}`;
}

function fits(sql: Sql | Tx, { viewer, wishes, now }: Search): Query {
  return sql`
    u.id <> ${viewer.id}
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

export async function findMarks(sql: Sql, userId: string, since: Date): Promise<Map<Scope, Mark>> {
  const rows = await sql<
    { scope: Scope; top_active_at: Date; top_id: string; bottom_active_at: Date; bottom_id: string }[]
  >`
    select scope, top_active_at, top_id, bottom_active_at, bottom_id
    from social.feed_marks where user_id = ${userId} and made_at > ${since}`;
  return new Map(
    rows.map((row) => [
      row.scope,
      {
        top: { at: row.top_active_at, id: row.top_id },
        bottom: { at: row.bottom_active_at, id: row.bottom_id },
      },
    ]),
  );
}

/** `made_at` stays: a mark ends a day after its first line, whoever lengthened it. */
export async function saveMark(
  sql: Sql | Tx,
  userId: string,
  scope: Scope,
  mark: Mark,
  now: Date,
): Promise<void> {
  await sql`
    insert into social.feed_marks as m (user_id, scope, top_active_at, top_id, bottom_active_at, bottom_id, made_at)
    values (${userId}, ${scope}, ${mark.top.at}, ${mark.top.id}, ${mark.bottom.at}, ${mark.bottom.id}, ${now})
    on conflict (user_id, scope) do update set
      top_active_at = excluded.top_active_at, top_id = excluded.top_id,
      bottom_active_at = excluded.bottom_active_at, bottom_id = excluded.bottom_id,
      made_at = case when m.made_at > ${now}::timestamptz - interval '1 day' then m.made_at else excluded.made_at end`;
}

export async function deleteMarks(tx: Tx, userId: string): Promise<void> {
  await tx`delete from social.feed_marks where user_id = ${userId}`;
}
