import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  at,
  campinas,
  idOf,
  ids,
  now,
  rio,
  saoPaulo,
  useFeedPeople,
  viewer,
  way,
  whole,
  filter,
} from '../../../../test/support/feed-people.ts';
import { insertRow } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Scope, Viewer, Walk, FeedFilter } from './feed.rules.ts';
import {
  findByAge,
  findChangedIn,
  findCombined,
  findGoing,
  findInScope,
  findMovedGoing,
  findMovedInScope,
  type Piece,
  type Search,
} from './feed.store.ts';
import type { Gap } from './gap.rules.ts';
import { lowest, topOf, type Position } from './position.rules.ts';

const { sql, person, reset, search, snapshotNow } = await useFeedPeople();
beforeEach(reset);
const looked = (given: Partial<Search> = {}, scope: Scope = 'city', piece: Partial<Piece> = {}) =>
  findInScope(sql, search(given), scope, { ...whole, ...piece });
/** Returns the names, and asserts that all ways of searching find the same people. */
const names = async (given: Partial<Search> = {}, scope: Scope = 'city', piece: Partial<Piece> = {}) => {
  const found = await looked(given, scope, piece);
  const all = await looked(given, scope, { ...piece, reactions: 'all' });
  assert.deepEqual(all, found, 'with all reactions read at once');
  if (!search(given).filter.unstatedAge) {
    const born = await findByAge(sql, search(given), scope, { ...whole, ...piece });
    assert.deepEqual(nameRows(born.slice(0, -1)), nameRows(found), 'by their age');
  }
  return found.flatMap(({ card }) => card ?? []).join(',');
};
const nameRows = (rows: readonly { card: string | null }[]) => rows.map((row) => row.card).join(',');
const placeOf = async (name: string): Promise<Position> => {
  const [row] = await sql<{ at: Date }[]>`select last_active_at as at from social.users where name = ${name}`;
  return { at: (row?.at ?? now).toISOString(), id: idOf(name) };
};

test('leaves out deleted users and the viewer, and orders by activity to the microsecond', async () => {
  await person('older');
  await person('tied', { last_active_at: at(-90) });
  await person('tied-too', { last_active_at: at(-90) });
  await person('deleted', { deleted_at: now });
  await person('newest', { last_active_at: '2026-03-01T12:00:00.000002Z' });
  await person('new', { last_active_at: '2026-03-01T12:00:00.000001Z' });
  const tied = idOf('tied') < idOf('tied-too') ? 'tied-too,tied' : 'tied,tied-too';
  assert.equal(await names(), `newest,new,older,${tied}`);
  const [first] = await looked();
  assert.deepEqual(first, {
    at: '2026-03-01T12:00:00.000002Z',
    id: idOf('newest'),
    left: false,
    number: 1,
    card: 'newest',
  });
  assert.equal(await names({}, 'city', { below: first }), `new,older,${tied}`);
});

test('filters by gender and age, and treats unstated values as the filter says', async () => {
  await person('woman', { gender: 'woman' });
  await person('man');
  await person('other', { gender: 'other' });
  await person('unstated', { gender: null });
  await person('too-old', { birth_date: '1990-06-14' });
  await person('too-young', { birth_date: '1990-06-16' });
  await person('ageless', { birth_date: null });
  const namesWith = (fields: Partial<FeedFilter>) => names({ filter: { ...filter, ...fields } });
  assert.equal(await namesWith({}), 'woman,man,other,unstated,ageless');
  assert.equal(await namesWith({ women: false }), 'man,other,unstated,ageless');
  assert.equal(await namesWith({ men: false }), 'woman,other,unstated');
  assert.equal(await namesWith({ others: false }), 'woman,man,unstated,ageless');
  assert.equal(await namesWith({ unstatedGender: false }), 'woman,man,other,ageless');
  assert.equal(await namesWith({ unstatedAge: false }), 'woman,man,other,unstated');
});

test('shows only people whose settings would show them the viewer', async () => {
  await person('all');
  await person('women', { shows_men: false });
  await person('men', { shows_women: false });
  await person('neither', { shows_women: false, shows_men: false });
  const as = (gender: Viewer['gender']) => names({ viewer: viewer({ gender }) });
  assert.equal(await as('woman'), 'all,women');
  assert.equal(await as('man'), 'all,men');
  assert.equal(await as('other'), 'all,neither');
  assert.equal(await as(null), 'all');
});

test('shows only people whose age range includes the viewer; a narrowed range excludes an unstated age', async () => {
  await person('any');
  await person('just-in', { age_from: 30, age_to: 30 });
  await person('too-low', { age_to: 29 });
  await person('too-high', { age_from: 31 });
  await person('wider', { age_to: 120 });
  const aged = (ownAge: number | null) => names({ filter: { ...filter, ownAge } });
  assert.equal(await aged(30), 'any,just-in,wider');
  assert.equal(await aged(null), 'any,wider');
});

test('hides people whom the viewer has liked, passed over or blocked, or who have blocked the viewer, on both sides of the pair', async () => {
  const cases: [name: string, fields: Record<string, Date>, isShown: boolean][] = [
    ['liked', { my_liked_at: now }, false],
    ['likes-me', { their_liked_at: now }, true],
    ['passed', { my_passed_until: at(1) }, false],
    ['passed-till-now', { my_passed_until: now }, true],
    ['passed-me', { their_passed_until: at(1) }, true],
    ['blocked', { my_blocked_until: at(1) }, false],
    ['blocked-me', { their_blocked_until: at(1) }, false],
    ['blocked-till-now', { my_blocked_until: now, their_blocked_until: now }, true],
  ];
  for (const amLow of [true, false]) {
    await sql`delete from social.pairs`;
    await sql`delete from social.users where name <> 'me'`;
    for (const [name, fields] of cases) {
      // Sets the id by hand, because every new id would be higher than the viewer’s.
      const id = newId().replace(/^../, amLow ? 'ff' : '00');
      ids.set(name, id);
      await person(name);
      const [low, high] = amLow ? [idOf('me'), id] : [id, idOf('me')];
      const [my, their] = amLow ? ['low', 'high'] : ['high', 'low'];
      const named = Object.entries(fields).map(([field, value]) => [
        field.replace(/^my/, my).replace(/^their/, their),
        value,
      ]);
      await insertRow(sql, 'social', 'pairs', { low_id: low, high_id: high, ...Object.fromEntries(named) });
      // A pair of other people must have no effect.
      await insertRow(sql, 'social', 'pairs', {
        low_id: amLow ? id.replace(/^../, '11') : id,
        high_id: amLow ? id : id.replace(/^../, '11'),
        low_blocked_until: at(1),
      });
    }
    const expected = cases.filter(([, , isShown]) => isShown).map(([name]) => name);
    const shown = (await names()).split(',');
    assert.deepEqual(new Set(shown), new Set(expected), amLow ? 'low' : 'high');
  }
});

test('searches a city, then the rest of its state, then the rest of the country', async () => {
  await person('near');
  await person('in-state', { city_id: campinas });
  await person('stateless-city', { city_id: null });
  await person('far', { city_id: rio, state: 'RJ' });
  await person('nowhere', { city_id: null, state: null });
  const scopes = async (fields: Partial<Walk> = {}) => {
    const found = [];
    for (const scope of ['city', 'state', 'country'] as const)
      found.push(await names({ walk: way(fields) }, scope));
    return found;
  };
  assert.deepEqual(await scopes(), ['near', 'in-state,stateless-city', 'far,nowhere']);
  assert.deepEqual((await scopes({ cityId: null }))[1], 'near,in-state,stateless-city');
  assert.deepEqual(
    (await scopes({ cityId: null, state: null }))[2],
    'near,in-state,stateless-city,far,nowhere',
  );
});

test('searches a range between its ends, examines at most `probes` rows, and returns the position where it stopped', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await person(name);
  await person('twin', { last_active_at: at(-4) });
  // At the same time, the higher id comes first.
  assert.equal(await names(), 'a,b,twin,c,d');
  assert.equal(await names({}, 'city', { below: await placeOf('b') }), 'twin,c,d');
  assert.equal(await names({}, 'city', { below: await placeOf('twin') }), 'c,d');
  assert.equal(await names({}, 'city', { notBelow: await placeOf('c') }), 'a,b,twin,c');
  assert.equal(await names({}, 'city', { limit: 2 }), 'a,b');
  const stops = async (piece: Partial<Piece>) =>
    (await looked({}, 'city', piece)).map(({ card, left, id }) => (left ? id : card));
  // Includes the viewer, who is examined first.
  assert.deepEqual(await stops({ probes: 3 }), ['a', 'b', idOf('twin')]);
  assert.deepEqual(await stops({ probes: 7 }), ['a', 'b', 'twin', 'c', 'd']);
  assert.deepEqual(await stops({ probes: 3, limit: 2 }), ['a', 'b']);
  assert.deepEqual(await stops({ below: lowest }), []);
});

test('the search by age examines at most `probes` people and reports if there are more', async () => {
  await person('unstated', { birth_date: null });
  for (const name of ['a', 'b', 'c']) await person(name);
  await person('younger', { birth_date: '1990-06-16' });
  const narrowed = search({ filter: { ...filter, unstatedAge: false } });
  const born = async (probes: number) =>
    (await findByAge(sql, narrowed, 'city', { ...whole, probes })).map(
      ({ card, left, number }) => card ?? `${left ? 'more than ' : 'all '}${number}`,
    );
  await sql`update social.users set birth_date = '2000-01-01' where id = ${idOf('me')}`;
  assert.deepEqual(await born(3), ['a', 'b', 'c', 'all 3']);
  assert.deepEqual(await born(2), ['more than 3']);
  await sql`update social.users set birth_date = '2000-01-01' where id <> ${idOf('me')}`;
  assert.deepEqual(await born(2), ['all 0']);
  await sql`update social.users set birth_date = '1990-06-15' where name in ('a', 'b', 'c')`;
  assert.equal(await names({ filter: narrowed.filter }, 'city', { limit: 2 }), 'a,b');
  assert.equal(await names({ filter: narrowed.filter }, 'city', { below: await placeOf('b') }), 'c');
});

test('people hidden or suspended only for a short time are examined but not shown', async () => {
  await person('soon');
  await person('later');
  await person('suspended', { suspended_until: at(5) });
  await person('suspended-longer', { suspended_until: at(6) });
  await person('kept-out', { hidden_by: newId() });
  for (const [name, until] of [
    ['soon', at(5)],
    ['later', at(6)],
  ] as const)
    await insertRow(sql, 'social', 'pairs', {
      low_id: idOf('me') < idOf(name) ? idOf('me') : idOf(name),
      high_id: idOf('me') < idOf(name) ? idOf(name) : idOf('me'),
      low_passed_until: until,
      high_passed_until: until,
    });
  const rows = await looked({}, 'city', { hiddenUntil: at(5) });
  assert.deepEqual(
    rows.map(({ id, card, left }) => [id, card, left]),
    [
      [idOf('soon'), null, false],
      [idOf('suspended'), null, false],
    ],
  );
});

async function event(people: string[], confirmedAt = now): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into social.events (name, starts_at, ends_at, timezone, status, category, category_key, venue_name, city_id,
      words, created_at, updated_at)
    values ('e', ${now}, ${at(3_600_000)}, 'UTC', 'EventScheduled', 'c', 'c', 'v', ${saoPaulo}, '', ${now}, ${now})
    returning id`;
  for (const name of people)
    await sql`
      insert into social.attendances (event_id, user_id, confirmed_at) values (${row?.id ?? 0}, ${idOf(name)}, ${confirmedAt})`;
  return row?.id ?? 0;
}

test('people at the same events are shown once, by activity, and in no other stage', async () => {
  for (const name of ['a', 'b', 'c', 'stranger']) await person(name);
  await person('twin', { last_active_at: at(-4) });
  await person('deleted', { deleted_at: now });
  await person('unfit', { birth_date: '1950-01-01' });
  const first = await event(['me', 'c', 'a', 'b', 'deleted', 'unfit']);
  const second = await event(['a', 'twin', 'c']);
  await event(['stranger']);
  const late = await event(['stranger'], at(1));
  const walk = way({ events: [first, second, late] });
  const going = async (below?: Position, limit = 50) =>
    nameRows(await findGoing(sql, search({ walk }), { ...whole, below, limit }));
  assert.equal(await going(), 'a,b,twin,c');
  assert.equal(await going(undefined, 2), 'a,b');
  assert.equal(await going(await placeOf('b')), 'twin,c');
  const cut = { ...whole, notBelow: await placeOf('twin'), hiddenUntil: now };
  assert.equal(nameRows(await findGoing(sql, search({ walk }), cut)), 'a,b,twin');
  // The viewer comes first but is not counted as another person.
  const stops = await findGoing(sql, search({ walk }), { ...whole, probes: 3 });
  assert.deepEqual(
    stops.map(({ id, left }) => [id, left]),
    [
      [idOf('a'), false],
      [idOf('b'), false],
      [idOf('twin'), true],
    ],
  );
  assert.equal(await names({ walk }), 'stranger');
  // Attendances copy the activity of their user while the event is to come.
  await sql`update social.users set last_active_at = ${at(9)} where name = 'c'`;
  assert.equal(await going(), 'c,a,b,twin');
  await sql`update social.users set last_active_at = ${at(3_600_000)} where name = 'b'`;
  assert.equal(await going(), 'c,a,b,twin');
  await sql`update social.events set ends_at = ends_at + interval '1 hour'`;
  assert.equal(await going(), 'b,c,a,twin');
});

test('a person active after the start of a walk keeps the position; changed and new people have none', async () => {
  for (const name of ['active', 'changed', 'quiet', 'goes']) await person(name);
  const shared = await event(['goes'], at(-2));
  const snapshot = await snapshotNow();
  const walk = way({ snapshot, startedAt: at(-1), events: [shared] });
  const later = { ...search({ walk }), snapshot };
  // Uses the database clock: activity that is recorded late counts as a change.
  await sql`update social.users set last_active_at = clock_timestamp() where name in ('active', 'goes')`;
  await sql`update social.events set ends_at = starts_at + interval '31 days'`;
  await sql`update social.users set about = 'new', name = 'quieter' where name = 'quiet'`;
  await sql`update social.users set age_from = 19 where name = 'changed'`;
  await person('new');
  const below = topOf(walk.startedAt);
  assert.equal(await names({ walk }, 'city', { below }), 'quieter');
  assert.equal(nameRows(await findMovedInScope(sql, later, 'city', below, 50)), 'active');
  assert.equal(nameRows(await findMovedGoing(sql, later, below, 50)), 'goes');
  const passed = { at: at(-2).toISOString(), id: idOf('active') };
  assert.equal(nameRows(await findMovedInScope(sql, later, 'city', passed, 50)), '');
  // Transaction ids from before a restore are not treated as changes.
  await sql`alter table social.users disable trigger users_note_change`;
  await sql`
    update social.users set changed_xid = '9000000000000000000', active_xid = '9000000000000000000'
    where name = 'quieter'`;
  await sql`alter table social.users enable trigger users_note_change`;
  assert.equal(await names({ walk }, 'city', { below }), 'quieter');
});

test('finds matching people in a gap who have changed since', async () => {
  for (const name of ['open', 'filters', 'moved', 'below', 'left', 'still', 'active']) await person(name);
  await sql`update social.users set city_id = ${rio}, state = 'RJ' where name = 'moved'`;
  const open = await sql.pool.connect();
  await open.query(`begin; update social.users set age_to = 98 where name = 'open'`);
  const shared = await event(['left']);
  const gap: Gap = {
    stage: 'city',
    from: topOf(now),
    to: await placeOf('active'),
    snapshot: await snapshotNow(),
  };
  const found = async () => nameRows(await findChangedIn(sql, search(), gap, topOf(now), 50));
  assert.equal(await found(), '');
  await open.query('commit');
  open.release();
  await sql`update social.users set age_to = 98 where name in ('filters', 'below')`;
  await sql`update social.users set city_id = ${saoPaulo}, state = 'SP' where name = 'moved'`;
  await sql`update social.users set last_active_at = ${at(-1000)} where name = 'below'`;
  await sql`delete from social.attendances where event_id = ${shared}`;
  assert.equal(await found(), 'open,filters,moved,left');
  // The activity is recorded late, so the position is among people who were active earlier.
  await sql`update social.users set last_active_at = last_active_at + interval '1 millisecond' where name = 'still'`;
  assert.equal(await found(), 'open,filters,moved,still,left');
});

test('lists combined people by activity, without deleted users and later combinations', async () => {
  for (const name of ['a', 'b', 'deleted', 'late', 'stranger']) await person(name);
  await sql`update social.users set deleted_at = ${now} where name = 'deleted'`;
  for (const name of ['a', 'b', 'deleted', 'late'])
    await insertRow(sql, 'social', 'pairs', {
      low_id: idOf('me'),
      high_id: idOf(name),
      combined_at: name === 'late' ? at(1) : now,
    });
  const combined = async (walk: Walk, below?: Position, limit = 50) =>
    (await findCombined(sql, search({ walk }), below, limit)).map(({ id }) => id);
  assert.deepEqual(await combined(way()), [idOf('a'), idOf('b')]);
  assert.deepEqual(await combined(way(), undefined, 1), [idOf('a')]);
  assert.deepEqual(await combined(way(), await placeOf('a')), [idOf('b')]);
  const snapshot = await snapshotNow();
  await sql`update social.users set last_active_at = ${at(1)} where name = 'b'`;
  assert.deepEqual(await combined(way()), [idOf('b'), idOf('a')]);
  assert.deepEqual(await combined(way({ snapshot })), [idOf('a'), idOf('b')]);
});

test('a change of address or language does not count as a change of the person, a setting does', async () => {
  await person('a');
  const changedAt = async () =>
    (await sql<{ xid: string }[]>`select changed_xid::text as xid from social.users where name = 'a'`)[0]
      ?.xid;
  const before = await changedAt();
  await sql`update social.users set email = 'a@example.com', language = 'pt', about = 'Oi' where name = 'a'`;
  assert.equal(await changedAt(), before);
  await sql`update social.users set age_to = 40 where name = 'a'`;
  assert.notEqual(await changedAt(), before);
});
