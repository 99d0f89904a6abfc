import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { insertRow, readRows } from '../../../test/support/table-rows.ts';
import { newId } from '../../platform/ids.ts';
import { openDatabase, type Sql } from '../../platform/postgres/client/database.ts';
import { deleteMarks, saveVisit } from './feed-mark.store.ts';
import type { Position, Scope, Viewer, Wishes } from './feed.rules.ts';
import { findAmong, findInScope, findViewer, type Search, type Stretch } from './feed.store.ts';

let database: TestDatabase;
let sql: Sql;
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const [saoPaulo, campinas, rio] = [3550308, 3509502, 3304557];

before(async () => {
  database = await createTestDatabase();
  sql = openDatabase({ connection: database.connection, poolSize: 2, applicationName: 'test' });
});
after(async () => {
  await sql.end();
  await database.drop();
});
const ids = new Map<string, string>();
const idOf = (name: string): string => {
  const id = ids.get(name) ?? newId();
  ids.set(name, id);
  return id;
};
beforeEach(async () => {
  ids.clear();
  await sql`delete from social.pairs`;
  await sql`delete from social.events`;
  await sql`delete from social.users`;
  await person('me', { gender: 'woman' });
});

/** Somebody who fits, in the order in which they were made, but for what is given. */
async function person(name: string, fields: object = {}): Promise<void> {
  await insertRow(sql, 'social', 'users', {
    id: idOf(name),
    provider: 'test',
    login_id: name,
    name,
    gender: 'man',
    birth_date: '1990-06-15',
    city_id: saoPaulo,
    state: 'SP',
    last_active_at: at(-ids.size),
    created_at: now,
    ...fields,
  });
}

const viewer = (fields: Partial<Viewer> = {}): Viewer => ({
  id: idOf('me'),
  gender: 'woman',
  birthDate: '1996-01-01',
  cityId: saoPaulo,
  state: 'SP',
  showsWomen: true,
  showsMen: true,
  ageFrom: 18,
  ageTo: 99,
  lastActiveAt: now,
  ...fields,
});
const wishes: Wishes = {
  women: true,
  men: true,
  others: true,
  unstatedGender: true,
  unstatedAge: true,
  bornAfter: '1990-06-14',
  bornUntil: '1990-06-15',
  ownAge: 30,
};
const search = (fields: Partial<Search> = {}): Search => ({
  viewer: viewer(),
  wishes,
  now,
  card: sql`u.name`,
  without: [],
  limit: 50,
  ...fields,
});
const walk = async (given: Search, scope: Scope = 'city', stretch: Stretch = { probes: 50 }) => {
  const [shown] = await findInScope(sql, given, scope, stretch);
  return shown;
};
const names = async (given: Partial<Search> = {}, scope: Scope = 'city', stretch?: Stretch) =>
  (await walk(search(given), scope, stretch)).cards ?? '';

test('whoever is deleted, oneself, or was shown before is not shown; the most recently active come first', async () => {
  await person('older');
  await person('tied', { last_active_at: at(-90) });
  await person('tied-too', { last_active_at: at(-90) });
  await person('deleted', { deleted_at: now });
  await person('shown-before');
  await person('newest', { last_active_at: now });
  const tied = idOf('tied') < idOf('tied-too') ? 'tied-too,tied' : 'tied,tied-too';
  assert.equal(await names({ without: [idOf('shown-before')] }), `newest,older,${tied}`);
  const { count, firstId, lastId, firstAt, lastAt, left } = await walk(search());
  assert.deepEqual([count, firstId, firstAt, left], [5, idOf('newest'), now, false]);
  assert.deepEqual([lastAt, lastId], [at(-90), idOf(tied.split(',')[1] ?? '')]);
});

test('genders and ages are shown as they are wished for, and the unstated as it is said', async () => {
  await person('woman', { gender: 'woman' });
  await person('man');
  await person('other', { gender: 'other' });
  await person('unstated', { gender: null });
  await person('too-old', { birth_date: '1990-06-14' });
  await person('too-young', { birth_date: '1990-06-16' });
  await person('ageless', { birth_date: null });
  const wish = (fields: Partial<Wishes>) => names({ wishes: { ...wishes, ...fields } });
  assert.equal(await wish({}), 'woman,man,other,unstated,ageless');
  assert.equal(await wish({ women: false }), 'man,other,unstated,ageless');
  assert.equal(await wish({ men: false }), 'woman,other,unstated');
  assert.equal(await wish({ others: false }), 'woman,man,unstated,ageless');
  assert.equal(await wish({ unstatedGender: false }), 'woman,man,other,ageless');
  assert.equal(await wish({ unstatedAge: false }), 'woman,man,other,unstated');
});

test('nobody is shown who would not be shown the viewer', async () => {
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

test('nobody is shown who wishes for another age; a narrowed wish does not let an unstated one through', async () => {
  await person('any');
  await person('just-in', { age_from: 30, age_to: 30 });
  await person('too-low', { age_to: 29 });
  await person('too-high', { age_from: 31 });
  await person('wider', { age_to: 120 });
  const aged = (ownAge: number | null) => names({ wishes: { ...wishes, ownAge } });
  assert.equal(await aged(30), 'any,just-in,wider');
  assert.equal(await aged(null), 'any,wider');
});

test('whoever was liked, passed over or blocked, or has blocked, is not shown, from either side of the pair', async () => {
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
      // Made by hand, since those that are made are all later than the viewer’s.
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
      // What is between others is nothing to the viewer.
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

test('a city, then the rest of its state, then the rest of the country', async () => {
  await person('near');
  await person('in-state', { city_id: campinas });
  await person('stateless-city', { city_id: null });
  await person('far', { city_id: rio, state: 'RJ' });
  await person('nowhere', { city_id: null, state: null });
  const scopes = async (fields: Partial<Viewer> = {}) => {
    const found = [];
    for (const scope of ['city', 'state', 'country'] as const)
      found.push(await names({ viewer: viewer(fields) }, scope));
    return found;
  };
  assert.deepEqual(await scopes(), ['near', 'in-state,stateless-city', 'far,nowhere']);
  assert.deepEqual((await scopes({ cityId: null }))[1], 'near,in-state,stateless-city');
  assert.deepEqual(
    (await scopes({ cityId: null, state: null }))[2],
    'near,in-state,stateless-city,far,nowhere',
  );
});

test('a stretch is walked between its ends, no further than it may look, and says where it stopped', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await person(name);
  await person('twin', { last_active_at: at(-4) });
  const place = async (name: string): Promise<Position> => {
    const [row] = await sql<
      { at: Date }[]
    >`select last_active_at as at from social.users where name = ${name}`;
    return { at: row?.at ?? now, id: idOf(name) };
  };
  // The one who was made later is before the other at the same moment.
  assert.equal(await names({ without: [idOf('me')] }), 'a,b,twin,c,d');
  assert.equal(await names({}, 'city', { probes: 50, below: await place('b') }), 'twin,c,d');
  assert.equal(await names({}, 'city', { probes: 50, below: await place('twin') }), 'c,d');
  assert.equal(await names({}, 'city', { probes: 50, above: await place('c') }), 'a,b,twin');
  assert.equal(await names({ limit: 2 }), 'a,b');
  // With the viewer, who is looked at first.
  const short = await walk(search(), 'city', { probes: 3 });
  assert.deepEqual([short.count, short.cards, short.left, short.lastId], [2, 'a,b', true, idOf('b')]);
  const whole = await walk(search(), 'city', { probes: 7 });
  assert.deepEqual([whole.count, whole.left], [5, false]);
  const full = await walk(search({ limit: 2 }), 'city', { probes: 3 });
  assert.deepEqual([full.count, full.left], [2, false]);
  const nobody = await walk(search(), 'city', { probes: 50, below: { at: at(-1000), id: idOf('me') } });
  assert.deepEqual([nobody.count, nobody.cards, nobody.left], [0, null, null]);
});

test('among some people those who fit are shown in the same order, page by page', async () => {
  for (const name of ['a', 'b', 'c', 'stranger']) await person(name);
  await person('twin', { last_active_at: at(-4) });
  await person('deleted', { deleted_at: now });
  await person('unfit', { birth_date: '1950-01-01' });
  const some = ['c', 'a', 'b', 'twin', 'deleted', 'unfit', 'me'].map(idOf);
  const among = async (fields: Partial<Search> = {}, below?: Position) => {
    const [shown] = await findAmong(sql, search(fields), some, below);
    return shown.cards;
  };
  // The one who was made later is before the other at the same moment.
  assert.equal(await among(), 'a,b,twin,c');
  assert.equal(await among({ limit: 2 }), 'a,b');
  const [row] = await sql<{ at: Date }[]>`select last_active_at as at from social.users where name = 'b'`;
  assert.equal(await among({}, { at: row?.at ?? now, id: idOf('b') }), 'twin,c');
});

const mark = (ms: number) => ({
  top: { at: at(ms), id: idOf('me') },
  bottom: { at: at(ms - 1), id: idOf('me') },
});

test('a viewer is found with what was marked lately, and nobody who is deleted', async () => {
  await person('other');
  const visit = (name: string, ms: number, scope: Scope, active = false) =>
    saveVisit(sql, { userId: idOf(name), now: at(ms), active, empty: [{ scope, mark: mark(ms) }] });
  await visit('me', 0, 'city');
  await visit('me', 1, 'state');
  await visit('other', 5, 'country');
  const find = async (name: string, marksSince: Date) => {
    const found = await findViewer(sql, idOf(name), { now, marksSince });
    return found && [...found.marks.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  };
  assert.deepEqual(await find('me', at(-1)), ['city', 'state']);
  assert.deepEqual(await find('me', now), ['state']);
  assert.deepEqual(await find('me', at(1)), []);
  const found = await findViewer(sql, idOf('me'), { now, marksSince: now });
  assert.deepEqual(found?.marks.get('state'), mark(1));
  assert.deepEqual([found?.viewer.gender, found?.viewer.birthDate], ['woman', '1990-06-15']);
  assert.equal(await find('nobody', now), undefined);
  await sql`update social.users set deleted_at = ${now} where name = 'other'`;
  assert.equal(await find('other', now), undefined);
  await sql.begin((tx) => deleteMarks(tx, idOf('me')));
  assert.deepEqual(
    (await readRows(sql, 'social', 'feed_marks')).map((row) => row['scope']),
    ['country'],
  );
});

test('a visit moves the own activity forward alone, and a mark is as old as a day at most', async () => {
  await person('other');
  const activity = async () => {
    const rows = await readRows(sql, 'social', 'users', ['name', 'last_active_at']);
    return Object.fromEntries(rows.map((row) => [row['name'], row['last_active_at']]));
  };
  const were = await activity();
  const visit = (ms: number, active: boolean) =>
    saveVisit(sql, { userId: idOf('me'), now: at(ms), active, empty: [{ scope: 'city', mark: mark(ms) }] });
  await visit(5, false);
  assert.deepEqual(await activity(), were);
  await visit(5, true);
  await visit(4, true);
  assert.deepEqual(await activity(), { ...were, me: at(5).toISOString() });
  const day = 86_400_000;
  const marked = async () => {
    const [row] = await readRows(sql, 'social', 'feed_marks');
    return [row?.['made_at'], row?.['top_active_at']];
  };
  await visit(4 + day, false);
  assert.deepEqual(await marked(), [at(5).toISOString(), at(4 + day).toISOString()]);
  await visit(5 + day, false);
  assert.deepEqual(await marked(), [at(5 + day).toISOString(), at(5 + day).toISOString()]);
});

test('who goes to the same coming events is found, those who share most first', async () => {
  for (const name of ['once', 'twice', 'past', 'elsewhere']) await person(name);
  const event = async (people: string[], fields: object = {}) => {
    const [row] = await sql<{ id: number }[]>`
      insert into social.events (name, starts_at, ends_at, timezone, status, category, category_key, venue_name, city_id,
        words, created_at, updated_at)
      select 'e', ends_at - interval '1 hour', ends_at, 'UTC', status, 'c', 'c', 'v', ${saoPaulo}, '', ${now}, ${now}
      from jsonb_to_record(${sql.json({ ends_at: at(1), status: 'EventScheduled', ...fields })}::jsonb)
        as given (ends_at timestamptz, status text)
      returning id`;
    for (const name of people)
      await sql`insert into social.attendances values (${row?.id ?? 0}, ${idOf(name)}, ${now})`;
  };
  await event(['me', 'once', 'twice']);
  await event(['me', 'twice']);
  await event(['me', 'past'], { ends_at: now });
  await event(['me', 'past'], { status: 'EventCancelled' });
  await event(['elsewhere', 'once']);
  const found = await findViewer(sql, idOf('me'), { now, marksSince: now });
  assert.deepEqual(found?.going, [idOf('twice'), idOf('once')]);
});
