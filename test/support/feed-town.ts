import fc from 'fast-check';
import type { Sql } from '../../src/platform/postgres/client/database.ts';

/** The data of a person that the feed uses, as the test model stores it. */
export interface Townsperson {
  id: string;
  gender: 'woman' | 'man' | 'other' | null;
  /** YYYY-MM-DD */
  born: string | null;
  city: { id: number; state: string } | null;
  women: boolean;
  men: boolean;
  from: number;
  to: number;
  /** Has microseconds and a fixed length, so that texts sort by time. */
  activeAt: string;
  deleted: boolean;
  /** Days from now. Negative means over. */
  suspended: number | null;
  /** Hidden from feeds by staff. */
  hidden: boolean;
  /** Indexes of the town's events. */
  events: number[];
  /** Who can see the person's attendance. Null means everyone. */
  attendance: Visibility;
  /** Overrides `attendance` for the first event. Null means no override. */
  firstShownTo: Visibility;
}

export type Visibility = 'everyone' | 'attendees' | 'combinations' | 'nobody' | null;

/** Reactions and blocks between the viewer and one person. */
export interface Bond {
  iLiked: boolean;
  likesMe: boolean;
  combined: boolean;
  /** Days from now. Negative means over. */
  iPassed: number | null;
  passedMe: number | null;
  iBlocked: number | null;
  blockedMe: number | null;
}

export interface Town {
  me: Townsperson;
  others: { person: Townsperson; bond: Bond | null }[];
}

const cities = [
  { id: 3550308, state: 'SP' },
  { id: 3509502, state: 'SP' },
  { id: 3304557, state: 'RJ' },
  { id: 1303403, state: 'AM' },
];
/** Whether each event of the town is in the future. */
export const comingEvents = [true, true, false, false];

const dayMs = 86_400_000;
const daysLater = (time: Date, days: number): Date => new Date(time.getTime() + days * dayMs);

/** Dates of birth close to a birthday, because ages change on that day. */
const births = (now: Date): fc.Arbitrary<string | null> =>
  fc.option(
    fc.tuple(fc.constantFrom(18, 19, 25, 30, 31, 45), fc.constantFrom(-1, 0, 1)).map(([years, days]) => {
      const day = daysLater(now, days).toISOString().slice(0, 10);
      const born = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
      return born.endsWith('-02-29') ? born.replace('-02-29', '-02-28') : born;
    }),
    { freq: 3 },
  );

/** From two minutes ago downwards, often equal or within a millisecond, or slightly in the future. */
const activities = (now: Date): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(-0.1, 2, 3, 4, 5, 6, 7, 8, 9), fc.nat({ max: 2 })).map(([minutes, micros]) => {
    const at = new Date(Math.floor(now.getTime() / 1000) * 1000 - minutes * 60_000);
    return at.toISOString().replace('000Z', `00000${micros}Z`);
  });

const ages = fc.constantFrom([18, 99], [18, 99], [18, 120], [19, 30], [25, 45], [18, 30], [46, 99]);

const visibilities = fc.constantFrom<Visibility[]>(
  ...([null, null, null, 'everyone', 'attendees', 'combinations', 'nobody'] as const),
);

const person = (now: Date): fc.Arbitrary<Townsperson> =>
  fc
    .record({
      // Neither shrunk nor biased, because ids must differ.
      id: fc.noShrink(fc.noBias(fc.uuid())),
      gender: fc.constantFrom('woman', 'man', 'woman', 'man', 'other', null),
      born: births(now),
      city: fc.option(fc.constantFrom(...cities), { freq: 5 }),
      wants: fc.constantFrom([true, true], [true, true], [true, false], [false, true], [false, false]),
      ages,
      activeAt: activities(now),
      deleted: fc.nat({ max: 9 }).map((number) => number === 0),
      suspended: fc.constantFrom(null, null, null, null, null, -1, 20),
      hidden: fc.nat({ max: 9 }).map((number) => number === 0),
      events: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
      attendance: visibilities,
      firstShownTo: visibilities,
    })
    .map(({ wants, ages: [from = 18, to = 99], ...rest }) => ({
      ...rest,
      women: wants[0] ?? true,
      men: wants[1] ?? true,
      from,
      to,
    }));

const days = fc.option(fc.constantFrom(-1, 20), { freq: 2 });
const bond: fc.Arbitrary<Bond | null> = fc
  .option(
    fc.oneof(
      fc.record({ iPassed: days, passedMe: days, iBlocked: days, blockedMe: days, iLiked: fc.boolean() }),
      fc.constantFrom({ likesMe: true }, { iLiked: true, likesMe: true, combined: true }, { iPassed: 20 }),
    ),
    { freq: 2 },
  )
  .map(
    (given) =>
      given && {
        iLiked: false,
        likesMe: false,
        combined: false,
        iPassed: null,
        passedMe: null,
        iBlocked: null,
        blockedMe: null,
        ...given,
      },
  );

export const towns = (now: Date): fc.Arbitrary<Town> =>
  fc.record({
    me: person(now).map((me) => ({ ...me, deleted: false, suspended: null })),
    others: fc.array(fc.record({ person: person(now), bond }), { minLength: 1, maxLength: 24 }),
  });

/** Computes the feed from the contract's wording, independently of the implementation. */
export function expectedFeed({ me, others }: Town, now: Date): string[] {
  const shown = others.flatMap(({ person: other, bond: ours }) => {
    const rank = rankOf(me, other, ours, now);
    return rank === undefined ? [] : [{ id: other.id, rank, activeAt: other.activeAt }];
  });
  const key = ({ rank, activeAt, id }: (typeof shown)[number]) => ({ rank, text: `${activeAt} ${id}` });
  return shown
    .toSorted((one, other) => {
      const [a, b] = [key(one), key(other)];
      if (a.rank !== b.rank) return a.rank - b.rank;
      return a.text > b.text ? -1 : 1;
    })
    .map((row) => row.id);
}

function rankOf(me: Townsperson, other: Townsperson, ours: Bond | null, now: Date): number | undefined {
  const holds = (days: number | null | undefined): boolean => (days ?? -1) > 0;
  if (other.deleted || other.hidden || holds(other.suspended)) return undefined;
  if (ours?.combined) return 5;
  if (ours && (ours.iLiked || holds(ours.iPassed) || holds(ours.iBlocked) || holds(ours.blockedMe)))
    return undefined;
  const today = now.toISOString().slice(0, 10);
  if (!wants(me, other, today) || !wants(other, me, today)) return undefined;
  if (me.events.some((event) => comingEvents[event] && isSeenAt(other, event))) return 1;
  if (me.city && other.city?.id === me.city.id) return 2;
  if (me.city && other.city?.state === me.city.state) return 3;
  return 4;
}

/** Whether a person at the same event can see the attendance. */
function isSeenAt({ events, attendance, firstShownTo }: Townsperson, event: number): boolean {
  const [first] = events;
  const shownTo = (event === first ? firstShownTo : null) ?? attendance ?? 'everyone';
  return events.includes(event) && (shownTo === 'everyone' || shownTo === 'attendees');
}

/** An unknown property matches unless the other person narrowed that filter. */
function wants(one: Townsperson, other: Townsperson, today: string): boolean {
  const gender =
    other.gender === 'woman'
      ? one.women
      : other.gender === 'man'
        ? one.men
        : other.gender === 'other'
          ? one.women === one.men
          : one.women && one.men;
  if (!gender) return false;
  if (other.born === null) return one.from <= 18 && one.to >= 99;
  const years = Number(today.slice(0, 4)) - Number(other.born.slice(0, 4));
  const age = today.slice(5) < other.born.slice(5) ? years - 1 : years;
  return one.from <= age && age <= one.to;
}

/** Inserts the events that all towns share. */
export async function createEvents(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into social.events (name, starts_at, ends_at, timezone, status, category, category_key, venue_name, city_id,
      words, created_at, updated_at)
    select 'Event', ends_at - interval '1 hour', ends_at, 'UTC', status, 'c', 'c', 'v', 3550308, '', ${now}, ${now}
    from unnest(${[1, 2, -1, 3].map((days_) => daysLater(now, days_))}::timestamptz[],
                ${['EventScheduled', 'EventRescheduled', 'EventScheduled', 'EventCancelled']}::text[]) as given (ends_at, status)
    returning id`;
  return rows.map((row) => row.id);
}

/** Replaces the content of the database with this town. */
export async function settleTown(sql: Sql, { me, others }: Town, events: readonly number[], now: Date) {
  await sql`delete from social.pairs`;
  await sql`delete from social.users`;
  await addPeople(sql, [me, ...others.map(({ person: other }) => other)], events, now);
  const until = (days_: number | null) => (days_ === null ? null : daysLater(now, days_).toISOString());
  const then = daysLater(now, -2).toISOString();
  const pairs = others.flatMap(({ person: { id }, bond: ours }) => {
    if (!ours) return [];
    const mine = [ours.iLiked ? then : null, until(ours.iPassed), until(ours.iBlocked)];
    const theirs = [ours.likesMe ? then : null, until(ours.passedMe), until(ours.blockedMe)];
    const [low, high] = me.id < id ? [mine, theirs] : [theirs, mine];
    return [
      { ids: me.id < id ? [me.id, id] : [id, me.id], low, high, combined: ours.combined ? then : null },
    ];
  });
  await sql`
    insert into social.pairs (low_id, high_id, low_liked_at, low_passed_until, low_blocked_until, high_liked_at,
      high_passed_until, high_blocked_until, combined_at)
    select ids[1]::uuid, ids[2]::uuid, low[1]::timestamptz, low[2]::timestamptz, low[3]::timestamptz,
           high[1]::timestamptz, high[2]::timestamptz, high[3]::timestamptz, combined
    from jsonb_to_recordset(${sql.json(pairs)}::jsonb) as given (ids text[], low text[], high text[], combined timestamptz)`;
}

export async function addPeople(
  sql: Sql,
  people: readonly Townsperson[],
  events: readonly number[],
  now: Date,
): Promise<void> {
  const rows = people.map((one) => ({
    ...one,
    city_id: one.city?.id ?? null,
    state: one.city?.state ?? null,
    deleted_at: one.deleted ? now.toISOString() : null,
    suspended_until: one.suspended === null ? '-infinity' : daysLater(now, one.suspended).toISOString(),
    hidden_by: one.hidden ? one.id : null,
    event_ids: one.events.map((event) => events[event]),
  }));
  await sql`
    insert into social.users (id, provider, login_id, name, gender, birth_date, city_id, state, shows_women, shows_men,
      age_from, age_to, last_active_at, created_at, deleted_at, suspended_until, hidden_by, attendance)
    select id, 'town', id::text, 'Somebody', gender, born, city_id, state, women, men, "from", "to", "activeAt", ${now}, deleted_at,
           suspended_until, hidden_by, attendance
    from jsonb_to_recordset(${sql.json(rows)}::jsonb) as given (id uuid, gender text, born date, city_id integer, state text,
      women boolean, men boolean, "from" smallint, "to" smallint, "activeAt" timestamptz, deleted_at timestamptz, suspended_until timestamptz,
      hidden_by uuid, attendance text)`;
  await sql`
    insert into social.attendances (event_id, user_id, confirmed_at, visible_to)
    select event, id, ${daysLater(now, -1)}, case when event = event_ids[1] then "firstShownTo" end
    from jsonb_to_recordset(${sql.json(rows)}::jsonb) as given (id uuid, event_ids integer[], "firstShownTo" text),
         unnest(event_ids) event`;
}
