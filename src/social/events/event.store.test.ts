import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../test/support/database.ts';
import { countLocked, isLockAwaited } from '../../../test/support/row-locks.ts';
import { until } from '../../../test/support/process.ts';
import { newId } from '../../platform/ids.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import {
  deleteAttendance,
  findAttendancesOfUser,
  findEventForUser,
  findParticipants,
  takePlace,
} from './attendance.store.ts';
import {
  findEventIds,
  insertEvent,
  lockEvent,
  markCancelled,
  updateEvent,
  type EventPlan,
} from './change-event.store.ts';
import {
  countUpTo,
  emptyList,
  giveToFirst,
  insertWaiting,
  lockEventsOfUser,
  releaseSeats,
} from './seat.store.ts';
import { longestEventMs, spotlightLimit, type Event } from './event.rules.ts';
import {
  countEventsByCity,
  findEvent,
  findEventsByIds,
  findEventsEverywhere,
  findEventsInCities,
  findEventsOfUser,
  findSpotlight,
  searchEvents,
} from './event.store.ts';

let database: TestDatabase;
let sql: Sql;
const [anna, bruno] = [newId(), newId()].toSorted() as [string, string];
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const hour = 3_600_000;
let cities: [number, number, number];

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 2);
  for (const id of [anna, bruno]) {
    await sql`
      insert into social.users (id, provider, login_id, name, last_active_at, created_at)
      values (${id}, 'test', ${id}, 'P', ${now}, ${now})`;
  }
  const rows = await sql<{ id: number }[]>`select id from social.cities order by search_name, state limit 3`;
  cities = rows.map(({ id }) => id) as [number, number, number];
});
after(async () => {
  await sql.end();
  await database.drop();
});
beforeEach(() => sql`delete from social.events`);

const planOf = (name: string, fields: Partial<EventPlan>): EventPlan => ({
  name,
  description: '',
  image: null,
  startsAt: at(hour),
  endsAt: at(2 * hour),
  timezone: 'America/Sao_Paulo',
  status: 'EventScheduled',
  category: 'Show',
  categoryKey: 'show',
  venueName: 'Teatro',
  streetAddress: null,
  cityId: cities[0],
  latitude: null,
  longitude: null,
  organizerName: null,
  organizerUrl: null,
  offerUrl: null,
  offerPriceMinor: null,
  offerCurrency: null,
  capacity: null,
  spotlightFrom: null,
  spotlightUntil: null,
  spotlightPosition: null,
  words: name,
  ...fields,
});

async function add(events: Record<string, Partial<EventPlan>>): Promise<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const [name, fields] of Object.entries(events))
    ids[name] = await sql.begin((tx) => insertEvent(tx, planOf(name, fields), now));
  return ids;
}

const names = (events: readonly Event[]) => events.map(({ name }) => name).join(' ');
const options = { viewerId: undefined, now, limit: 20, after: undefined };
const cursorOf = (event: Event | undefined) =>
  event && { startsAtMs: event.startsAt.getTime(), id: event.id };

/** One event of each kind that lists show or leave out, in the order of their ids. */
const various = (): Record<string, Partial<EventPlan>> => ({
  later: { startsAt: at(3 * hour), endsAt: at(4 * hour) },
  tied: {},
  tied2: {},
  cancelled: { status: 'EventCancelled' },
  over: { startsAt: at(-hour), endsAt: at(0) },
  running: { startsAt: at(-hour), endsAt: at(1) },
  long: { startsAt: at(1 - longestEventMs), endsAt: at(1) },
  elsewhere: { cityId: cities[1], startsAt: at(2 * hour), endsAt: at(3 * hour) },
});
const inOrder = 'long running tied tied2 elsewhere later';

async function holdPages(
  list: (page: { limit: number; after: { startsAtMs: number; id: number } | undefined }) => Promise<Event[]>,
  expected: string,
): Promise<void> {
  assert.equal(names(await list({ limit: 20, after: undefined })), expected);
  for (const limit of [1, 2]) {
    const seen: Event[] = [];
    for (let page = await list({ limit, after: undefined }); page.length > 0;) {
      assert.ok(page.length <= limit);
      seen.push(...page);
      page = await list({ limit, after: cursorOf(page.at(-1)) });
    }
    assert.equal(names(seen), expected);
  }
}

test('lists events that are not over by start, everywhere and in cities', async () => {
  await add(various());
  await holdPages((page) => findEventsEverywhere(sql, { ...options, ...page }), inOrder);
  const inCities =
    (...ids: number[]) =>
    (page: object) =>
      findEventsInCities(sql, ids, { ...options, ...page });
  await holdPages(inCities(cities[0], cities[1]), inOrder);
  await holdPages(inCities(cities[1]), 'elsewhere');
  await holdPages(inCities(cities[2]), '');
});

test('a search filters by words, category and days', async () => {
  await add({
    ...various(),
    samba: { words: 'roda samba', categoryKey: 'roda', startsAt: at(5 * hour), endsAt: at(6 * hour) },
  });
  const none = { wordQuery: '', categoryKey: undefined, from: undefined, to: undefined };
  const search = (filters: Partial<typeof none> | object) => (page: object) =>
    searchEvents(sql, { ...none, ...filters }, { ...options, ...page });
  await holdPages(search({}), `${inOrder} samba`);
  await holdPages(search({ wordQuery: 'samba:*' }), 'samba');
  await holdPages(search({ categoryKey: 'roda' }), 'samba');
  await holdPages(search({ from: at(3 * hour) }), 'later samba');
  await holdPages(search({ from: at(4 * hour) }), 'samba');
  await holdPages(search({ to: at(hour) }), 'long running');
  await holdPages(search({ to: at(hour + 1) }), 'long running tied tied2');
  await holdPages(search({ cityIds: [cities[1]] }), 'elsewhere');
  await holdPages(search({ cityIds: [cities[2]] }), '');
});

test('a user’s events are the confirmed ones, including cancelled ones', async () => {
  const ids = await add(various());
  const confirm = (name: string, userId: string) =>
    sql`insert into social.attendances values (${ids[name] ?? 0}, ${userId}, ${now})`;
  for (const name of ['later', 'cancelled', 'over', 'tied2', 'long']) await confirm(name, anna);
  await confirm('tied', bruno);
  await holdPages(
    (page) => findEventsOfUser(sql, anna, { ...options, ...page }),
    'long tied2 cancelled later',
  );
  const event = async (name: string, viewer?: string) => findEvent(sql, ids[name] ?? 0, viewer);
  assert.deepEqual(
    [
      (await event('later', anna))?.isConfirmed,
      (await event('later', bruno))?.isConfirmed,
      (await event('tied', anna))?.isConfirmed,
      (await event('later'))?.isConfirmed,
    ],
    [true, false, false, false],
  );
  assert.equal((await event('elsewhere'))?.cityId, cities[1]);
  assert.equal(await findEvent(sql, 0, anna), undefined);
});

test('the spotlight shows current events by position, then by time', async () => {
  const lit = { spotlightFrom: at(0), spotlightUntil: at(1) };
  await add({
    unplaced: lit,
    'unplaced-sooner': { ...lit, startsAt: at(1) },
    'unplaced-too': lit,
    second: { ...lit, spotlightPosition: 2 },
    first: { ...lit, spotlightPosition: 1, startsAt: at(9 * hour), endsAt: at(10 * hour) },
    'not-yet': { spotlightFrom: at(1), spotlightUntil: at(2) },
    'no-more': { spotlightFrom: at(-1), spotlightUntil: at(0) },
    cancelled: { ...lit, status: 'EventCancelled' },
    over: { ...lit, startsAt: at(-1), endsAt: at(0) },
    unlit: {},
  });
  const expected = 'first second unplaced-sooner unplaced unplaced-too';
  assert.equal(names(await findSpotlight(sql, undefined, now)), expected);
  await add(Object.fromEntries(Array.from({ length: spotlightLimit }, (_, index) => [`more${index}`, lit])));
  assert.equal((await findSpotlight(sql, undefined, now)).length, spotlightLimit);
});

test('counts coming events by city, the largest count first, then by name', async () => {
  await add({ ...various(), third: { cityId: cities[2] } });
  const [one, two, three] = await sql<{ name: string }[]>`
    select name from social.cities order by search_name, state limit 3`;
  assert.deepEqual(
    (await countEventsByCity(sql, now)).map(({ city, eventsQty }) => [city, eventsQty]),
    [
      [one?.name, 5],
      [two?.name, 1],
      [three?.name, 1],
    ],
  );
});

test('a seat can be taken while one is free, at an event that is neither cancelled nor over', async () => {
  const ids = await add({
    small: { capacity: 1 },
    open: {},
    cancelled: { status: 'EventCancelled' },
    over: { startsAt: at(-1), endsAt: at(0) },
  });
  const take = (name: string, userId: string) =>
    sql.begin((tx) => takePlace(tx, ids[name] ?? 0, userId, now));
  assert.equal(await take('small', anna), 1);
  assert.equal(await take('small', bruno), undefined);
  assert.deepEqual([await take('open', anna), await take('open', bruno)], [1, 2]);
  assert.equal(await take('cancelled', anna), undefined);
  assert.equal(await take('over', anna), undefined);
  const seen = async (name: string, userId: string) => {
    const found = await findEventForUser(sql, ids[name] ?? 0, userId, now);
    return found && [found.participants, found.capacity, found.confirmedAt];
  };
  assert.deepEqual(await seen('small', anna), [1, 1, now]);
  assert.deepEqual(await seen('small', bruno), [1, 1, null]);
  assert.deepEqual(await seen('over', anna), [0, null, null]);
  assert.equal(await findEventForUser(sql, 0, anna, now), undefined);
  const give = (name: string, userId: string) =>
    sql.begin((tx) => deleteAttendance(tx, ids[name] ?? 0, userId));
  assert.equal(await give('open', anna), 1);
  assert.equal(await give('open', anna), 1, 'once');
  assert.equal(await give('none', anna), 0);
  assert.deepEqual(await seen('small', anna), [1, 1, now]);
  await sql.begin((tx) => releaseSeats(tx, anna, false));
  assert.deepEqual(
    [await seen('small', anna), await seen('open', bruno)],
    [
      [0, 1, null],
      [1, null, now],
    ],
  );
});

test('lists participants of one event by confirmation, page by page', async () => {
  const { one = 0, two = 0 } = await add({ one: {}, two: {} });
  const confirm = (event: number, userId: string, confirmedAt: Date) =>
    sql`insert into social.attendances values (${event}, ${userId}, ${confirmedAt})`;
  await confirm(one, bruno, now);
  await confirm(one, anna, now);
  await confirm(two, anna, at(-1));
  const page = (after: Awaited<ReturnType<typeof findParticipants>>[number] | undefined, limit: number) =>
    findParticipants(sql, one, { id: bruno, now, goes: true, byDefault: 'everyone' }, after, limit);
  const all = await page(undefined, 9);
  assert.deepEqual(
    all.map(({ userId }) => userId),
    [anna, bruno],
  );
  assert.equal((await page(undefined, 1)).length, 1);
  assert.deepEqual(
    (await page(all[0], 9)).map(({ userId }) => userId),
    [bruno],
  );
  const own = async (userId: string, after = 0, limit = 9) =>
    (await findAttendancesOfUser(sql, userId, after, limit)).map(({ name }) => name);
  assert.deepEqual([await own(anna), await own(bruno)], [['one', 'two'], ['one']]);
  assert.deepEqual([await own(anna, one), await own(anna, 0, 1)], [['two'], ['one']]);
});

test('changes, cancels and locks one event only', async () => {
  const { one = 0, two = 0 } = await add({ one: {}, two: {} });
  const read = async (id: number) => {
    const event = await findEvent(sql, id, undefined);
    return (
      event && [event.name, event.status, event.revision, event.updatedAt.getTime() - now.getTime()].join()
    );
  };
  await sql.begin((tx) => updateEvent(tx, one, planOf('new', {}), at(1)));
  assert.deepEqual([await read(one), await read(two)], ['new,EventScheduled,1,1', 'two,EventScheduled,0,0']);
  for (const ms of [2, 3]) await sql.begin((tx) => markCancelled(tx, one, at(ms)));
  assert.deepEqual([await read(one), await read(two)], ['new,EventCancelled,2,2', 'two,EventScheduled,0,0']);
  assert.equal(await countLocked(sql, 'social', 'events', (tx) => lockEvent(tx, one)), 1);
  assert.deepEqual(
    [await sql.begin((tx) => lockEvent(tx, one)), await sql.begin((tx) => lockEvent(tx, 0))],
    [true, false],
  );
  assert.deepEqual(await findEventIds(sql, two + 1, 9), [two, one]);
  assert.deepEqual(await findEventIds(sql, two, 9), [one]);
  assert.deepEqual(await findEventIds(sql, two + 1, 1), [two]);
});

test('gives free seats to a waiting list in its order and empties one list only', async () => {
  const {
    small = 0,
    other = 0,
    over = 0,
  } = await add({
    small: { capacity: 2 },
    other: { capacity: 1 },
    over: { capacity: 1, startsAt: at(-1), endsAt: at(0) },
  });
  const wait = (event: number, userId: string) => sql.begin((tx) => insertWaiting(tx, event, userId, now));
  const give = async (ids: number[], limit = 9) => [
    ...(await sql.begin((tx) => giveToFirst(tx, ids, limit, now))),
  ];
  for (const userId of [bruno, anna]) await wait(small, userId);
  for (const event of [other, over]) await wait(event, anna);
  const positions = () =>
    sql.begin(async (tx) => [await countUpTo(tx, small, bruno), await countUpTo(tx, small, anna)]);
  assert.deepEqual(await positions(), [1, 2]);
  assert.deepEqual(await give([small, over], 1), [{ eventId: small, userId: bruno }]);
  assert.deepEqual(await positions(), [0, 1]);
  assert.deepEqual(await give([over]), []);
  const seats = async (id: number) => {
    const event = await findEvent(sql, id, anna);
    return event && [event.participants, event.waiting, event.isConfirmed, event.isWaiting];
  };
  assert.deepEqual(
    [await seats(small), await seats(other)],
    [
      [1, 1, false, true],
      [0, 1, false, true],
    ],
  );
  // A waiting user who already has a seat is only removed from the list.
  await sql`insert into social.attendances values (${small}, ${anna}, ${now})`;
  assert.deepEqual(await give([small, other]), [{ eventId: other, userId: anna }]);
  assert.deepEqual(await seats(small), [1, 0, true, false]);
  await sql.begin((tx) => emptyList(tx, over));
  assert.deepEqual(await seats(over), [0, 0, false, false]);
  assert.deepEqual(await sql.begin((tx) => lockEventsOfUser(tx, anna)), [small, other]);
});

test('returns events in the order of the given ids, including past and cancelled ones', async () => {
  const { tied = 0, over = 0, cancelled = 0 } = await add(various());
  const found = await findEventsByIds(sql, [over, 0, cancelled, tied], undefined);
  assert.equal(names(found), 'over cancelled tied');
});

test('a seat claimed by the waiting list cannot be taken, and neither can one for a user who is being deleted', async () => {
  const { small = 0, open = 0 } = await add({ small: { capacity: 2 }, open: {} });
  await sql.begin((tx) => insertWaiting(tx, small, bruno, now));
  const take = (event: number) => sql.begin((tx) => takePlace(tx, event, anna, now));
  assert.equal(await take(small), 1);
  await sql.begin((tx) => insertWaiting(tx, small, anna, now));
  assert.equal(await take(small), undefined);
  let settled = false;
  const onlooker = openTestPool(database.connection);
  let taking: Promise<number | undefined> | undefined;
  await sql.begin(async (tx) => {
    await tx`update social.users set deleted_at = ${now} where id = ${anna}`;
    taking = take(open).finally(() => (settled = true));
    await until(async () => settled || (await isLockAwaited(onlooker)), 'waiting for the deletion');
  });
  assert.equal(await taking, undefined);
  await sql`update social.users set deleted_at = null where id = ${anna}`;
  await onlooker.end();
});
