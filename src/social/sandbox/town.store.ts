import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { City } from '../people/cities/city.rules.ts';
import type { TownPerson } from './town.rules.ts';

/** Key of the advisory lock. Any number that no other lock uses. */
const townLock = 7_072_616_364;

/** Returns true in the one process that must build the town. The others wait for its transaction and get false. */
export async function claimTown(tx: Tx, now: Date): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(${townLock})`;
  const rows =
    await tx`insert into social.town (seeded_at, counted_from) values (${now}, ${now}) on conflict do nothing`;
  return rows.count === 1;
}

/**
 * Moves all events of the town forward by whole days once all are over, so that they are ahead as when the town was
 * built. Returns true if it moved them. Events of the town are recognized by their poster: an image URL from staff
 * never begins with a slash. Events that staff have changed stay.
 */
export async function moveTown(tx: Tx, now: Date): Promise<boolean> {
  const rows = await tx`
    with unchanged as (
      select id, ends_at from social.events
      where image ~ '^/posters/event-[0-9]+\\.svg$' and revision = 0 and status = 'EventScheduled'
    ), ahead as (
      select seeded_at, ceil(extract(epoch from ${now}::timestamptz - counted_from) / 86400) * interval '1 day' as distance
      from social.town where (select max(ends_at) from unchanged) <= ${now}
    ), counted as (
      update social.town set counted_from = counted_from + distance from ahead
    ), campaigns as (
      update social.campaigns c set ends_at = c.ends_at + distance
      from ahead where c.created_at = ahead.seeded_at and c.stopped_at is null and c.ends_at <= ${now}
    )
    update social.events e set
      starts_at = e.starts_at + distance, ends_at = e.ends_at + distance,
      spotlight_until = e.spotlight_until + distance, updated_at = ${now}
    from unchanged, ahead where e.id = unchanged.id`;
  return rows.count > 0;
}

export interface SeededPerson extends TownPerson {
  id: string;
  home: City;
}

/** Returns the ids of the inserted people. A login that exists already stays as it is. */
export async function insertPeople(tx: Tx, people: readonly SeededPerson[], now: Date): Promise<Set<string>> {
  const rows = people.map((person) => ({
    id: person.id,
    login_id: person.loginId,
    name: person.name,
    birth_date: person.birthDate,
    gender: person.gender,
    about: person.about,
    location: `${person.home.name}, ${person.home.state}`,
    city_id: person.home.id,
    state: person.home.state,
    shows_women: person.showsWomen,
    shows_men: person.showsMen,
    age_from: person.ageFrom,
    age_to: person.ageTo,
    last_active_at: new Date(now.getTime() - person.activeMinutesAgo * 60_000).toISOString(),
  }));
  const inserted = await tx<{ id: string }[]>`
    insert into social.users (id, provider, login_id, name, birth_date, gender, about, location, city_id, state,
      language, need_tour, shows_women, shows_men, age_from, age_to, last_active_at, created_at)
    select id, '', login_id, name, birth_date, gender, about, location, city_id, state,
      'pt', false, shows_women, shows_men, age_from, age_to, last_active_at, ${now}::timestamptz - interval '60 days'
    from jsonb_to_recordset(${tx.json(rows)}::jsonb) as given (id uuid, login_id text, name text, birth_date date,
      gender text, about text, location text, city_id integer, state text, shows_women boolean, shows_men boolean,
      age_from smallint, age_to smallint, last_active_at timestamptz)
    on conflict (provider, login_id) do nothing returning id`;
  return new Set(inserted.map(({ id }) => id));
}

export async function insertPortraits(
  tx: Tx,
  photos: readonly { id: string; userId: string; position: number; link: string }[],
  now: Date,
): Promise<void> {
  await tx`
    insert into social.photos (id, user_id, position, link, created_at)
    select id, "userId", position, link, ${now}
    from jsonb_to_recordset(${tx.json(photos)}::jsonb) as given (id uuid, "userId" uuid, position smallint, link text)
    where exists (select from social.users u where u.id = "userId")`;
}

export async function insertAttendances(
  tx: Tx,
  attendances: readonly { eventId: number; userId: string }[],
  now: Date,
): Promise<void> {
  await tx`
    with added as (
      insert into social.attendances (event_id, user_id, confirmed_at)
      select "eventId", "userId", ${now}::timestamptz - position * interval '7 minutes'
      from jsonb_to_recordset(${tx.json(attendances.map((item, position) => ({ ...item, position })))}::jsonb)
        as given ("eventId" integer, "userId" uuid, position integer)
      where exists (select from social.users u where u.id = "userId")
      on conflict do nothing returning event_id)
    update social.events e set participants = e.participants + counted.count
    from (select event_id, count(*)::integer as count from added group by event_id) counted
    where e.id = counted.event_id`;
}

export interface TownspersonRow {
  login_id: string;
  name: string;
  location: string;
  birth_date: string | null;
  /** The first drawn picture. */
  link: string | null;
}

export async function findTownspeople(sql: Sql): Promise<TownspersonRow[]> {
  return sql<TownspersonRow[]>`
    select login_id, name, location, birth_date::text as birth_date, (
      select f.link from social.photos f where f.user_id = u.id and starts_with(f.link, '/portraits/')
      order by f.position limit 1) as link
    from social.users u
    where provider = '' and login_id in (select 'town-' || number from generate_series(1, 200) number)
      and deleted_at is null and suspended_until = '-infinity'
    order by length(login_id), login_id`;
}
