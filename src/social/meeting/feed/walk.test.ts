import fc from 'fast-check';
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import {
  addPeople,
  createEvents,
  expectedFeed,
  settleTown,
  towns,
  type Town,
  type Townsperson,
} from '../../../../test/support/feed-town.ts';
import { newId } from '../../../platform/ids.ts';
import { readFeed } from './read-feed.ts';
import { usualPace, type ScanLimits } from './walk-scope.ts';

/** To run more cases: FEED_TOWNS=2000 npm test -- src/social/meeting/feed/walk */
const numRuns = Number(process.env['FEED_TOWNS'] ?? 40);

const sql = await useTestSql();
let events: number[];
/**
 * Ahead of PostgreSQL’s clock for the whole test: activity at a time that PostgreSQL considers past counts as a change
 * and moves to the next walk.
 */
const now = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
let elapsedMs = 0;
const clock = { now: () => new Date(now.getTime() + elapsedMs), nowMs: () => now.getTime() + elapsedMs };

before(async () => {
  events = await createEvents(sql, now);
});

/** Page size of a walk, and small query limits so that walks need several queries. */
interface Way {
  limit: number;
  pace: ScanLimits;
}
const ways: fc.Arbitrary<Way> = fc.record({
  limit: fc.constantFrom(1, 2, 3, 5, 50),
  pace: fc.constantFrom(
    usualPace,
    { first: 1, most: 4, minStoredGap: 1, maxByAge: 2 },
    { first: 2, most: 2, minStoredGap: 2, maxByAge: 20 },
  ),
});

async function walk(me: string, { limit, pace }: Way, between?: (page: number) => Promise<void>) {
  const shown: { id: string; isCombination: number }[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page++) {
    const read = await readFeed(
      { sql, clock, baseUrl: '', photoAccess, settings },
      me,
      { limit, cursor },
      pace,
    );
    const cards = JSON.parse(read.cards) as typeof shown;
    shown.push(...cards);
    assert.ok(cards.length === limit || read.next === undefined, 'only the last page is short');
    if (read.next === undefined) return shown;
    cursor = read.next;
    assert.ok(page < 100, 'the pages come to an end');
    await between?.(page);
  }
}
const settings = { ATTENDANCE_VISIBLE_TO: 'everyone' } as const;
const photoAccess = { queryFor: () => '', viewerOf: () => undefined, showsLinks: true };
const ids = (cards: readonly { id: string }[]): string[] => cards.map((card) => card.id);

/** A change of a person, made in the model and in the database. */
type Change =
  | 'filters'
  | 'moves'
  | 'returns'
  | 'leaves'
  | 'hides'
  | 'shows'
  | 'undoes'
  | 'unblocks'
  | 'newcomer'
  | 'my filters'
  | 'my city';
const changes = fc.array(
  fc.record({
    what: fc.constantFrom<Change>(
      'filters',
      'moves',
      'returns',
      'leaves',
      'hides',
      'shows',
      'undoes',
      'unblocks',
      'newcomer',
      'my filters',
      'my city',
    ),
    whom: fc.nat({ max: 23 }),
  }),
  { maxLength: 4 },
);

async function change(town: Town, what: Change, index: number, newcomers: Town): Promise<void> {
  const { me, others } = town;
  const other = others[index % others.length];
  assert.ok(other);
  const { person, bond } = other;
  if (what === 'newcomer') {
    const added = newcomers.others[index % newcomers.others.length];
    if (!added || others.some(({ person: { id } }) => id === added.person.id)) return;
    others.push({ person: added.person, bond: null });
    await addPeople(sql, [added.person], events, now);
  } else if (what === 'filters' || what === 'my filters') {
    const who = what === 'filters' ? person : me;
    Object.assign(who, { women: true, men: true, from: 18, to: 99 });
    await sql`
      update social.users set shows_women = true, shows_men = true, age_from = 18, age_to = 99 where id = ${who.id}`;
  } else if (what === 'moves' || what === 'my city') {
    const who = what === 'moves' ? person : me;
    who.city = { id: 3550308, state: 'SP' };
    await sql`update social.users set city_id = 3550308, state = 'SP' where id = ${who.id}`;
  } else if (what === 'returns') {
    Object.assign(person, { deleted: false, hidden: false, suspended: null });
    await sql`
      update social.users set deleted_at = null, suspended_until = '-infinity', hidden_by = null where id = ${person.id}`;
  } else if (what === 'leaves') {
    person.events = [];
    await sql`delete from social.attendances where user_id = ${person.id}`;
  } else if (what === 'hides') {
    person.attendance = 'combinations';
    await sql`update social.users set attendance = 'combinations' where id = ${person.id}`;
  } else if (what === 'shows') {
    person.firstShownTo = 'attendees';
    const first = person.events[0] === undefined ? 0 : (events[person.events[0]] ?? 0);
    await sql`
      update social.attendances set visible_to = 'attendees' where user_id = ${person.id} and event_id = ${first}`;
  } else if (bond) {
    // Neither change affects a combination.
    if (what === 'undoes') bond.iPassed = null;
    else Object.assign(bond, { iBlocked: null, blockedMe: null });
    await sql`
      update social.pairs set
        low_passed_until = case when ${what} = 'undoes' and low_id = ${me.id} then null else low_passed_until end,
        high_passed_until = case when ${what} = 'undoes' and high_id = ${me.id} then null else high_passed_until end,
        low_blocked_until = case when ${what} = 'unblocks' then null else low_blocked_until end,
        high_blocked_until = case when ${what} = 'unblocks' then null else high_blocked_until end
      where ${me.id} in (low_id, high_id) and ${person.id} in (low_id, high_id)`;
  }
}

test('for every generated town, a walk shows the people and order of the contract, also after any change', async () => {
  elapsedMs = 0;
  await fc.assert(
    fc.asyncProperty(
      towns(now),
      towns(now),
      ways,
      ways,
      changes,
      async (town, newcomers, first, next, made) => {
        await settleTown(sql, town, events, now);
        const shown = await walk(town.me.id, first);
        assert.deepEqual(ids(shown), expectedFeed(town, now));
        const combined = new Set(
          town.others.filter(({ bond }) => bond?.combined).map(({ person }) => person.id),
        );
        for (const card of shown) assert.equal(card.isCombination, Number(combined.has(card.id)));
        for (const { what, whom } of made) {
          await change(town, what, whom, newcomers);
          assert.deepEqual(ids(await walk(town.me.id, next)), expectedFeed(town, now), what);
        }
      },
    ),
    { numRuns, endOnFailure: false },
  );
});

/** Events between two pages of a walk. */
type Meanwhile =
  | 'active'
  | 'signs in'
  | 'moves'
  | 'filters'
  | 'leaves'
  | 'goes'
  | 'deleted'
  | 'newcomer'
  | 'passed'
  | 'combines'
  | 'i move'
  | 'i leave';
const meanwhiles = fc.array(
  fc.record({
    what: fc.constantFrom<Meanwhile>(
      'active',
      'active',
      'signs in',
      'moves',
      'filters',
      'leaves',
      'goes',
      'deleted',
      'newcomer',
      'passed',
      'combines',
      'i move',
      'i leave',
    ),
    whom: fc.nat({ max: 23 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Applies an event. Returns the person who no longer has to be shown because of it, if any. */
async function happen(
  town: Town,
  what: Meanwhile,
  index: number,
  newcomers: Town,
): Promise<string | undefined> {
  const { me, others } = town;
  const id = others[index % others.length]?.person.id ?? '';
  elapsedMs += 1000;
  const at = clock.now();
  const [low, high] = me.id < id ? [me.id, id] : [id, me.id];
  if (what === 'active') {
    await sql`update social.users set last_active_at = ${at} where id = ${id} and last_active_at < ${now}`;
    return undefined;
  }
  if (what === 'signs in') {
    await sql`update social.users set email = 'new@example.com', language = 'pt' where id = ${id}`;
    return undefined;
  }
  if (what === 'goes') {
    await sql`
      insert into social.attendances (event_id, user_id, confirmed_at) values (${events[0] ?? 0}, ${id}, ${at})
      on conflict do nothing`;
    return undefined;
  }
  if (what === 'i move') {
    await sql`update social.users set city_id = 3304557, state = 'RJ' where id = ${me.id}`;
    return undefined;
  }
  if (what === 'i leave') {
    await sql`delete from social.attendances where user_id = ${me.id}`;
    return undefined;
  }
  if (what === 'newcomer') {
    const added = newcomers.others[index % newcomers.others.length]?.person;
    if (added) await sql`delete from social.users where id = ${added.id}`;
    if (added) await addPeople(sql, [added], events, now);
    return added?.id;
  }
  if (what === 'moves') await sql`update social.users set city_id = 3509502, state = 'SP' where id = ${id}`;
  else if (what === 'filters')
    await sql`update social.users set shows_women = true, shows_men = true, age_from = 18, age_to = 99 where id = ${id}`;
  else if (what === 'leaves') await sql`delete from social.attendances where user_id = ${id}`;
  else if (what === 'deleted') await sql`update social.users set deleted_at = ${at} where id = ${id}`;
  else {
    const combined = what === 'combines' ? at : null;
    await sql`
      insert into social.pairs (low_id, high_id, low_passed_until, high_passed_until)
      values (${low}, ${high}, 'infinity', 'infinity')
      on conflict (low_id, high_id) do update set low_passed_until = 'infinity', high_passed_until = 'infinity',
        combined_at = ${combined}`;
  }
  return id;
}

test('a walk shows each person at most once, in the order of its start, and misses no person who was only active or signed in', async () => {
  await fc.assert(
    fc.asyncProperty(towns(now), towns(now), ways, meanwhiles, async (town, newcomers, way, made) => {
      elapsedMs = 0;
      await settleTown(sql, town, events, now);
      const expected = expectedFeed(town, now);
      const changed = new Set<string>();
      const left = [...made];
      const shown = ids(
        await walk(town.me.id, way, async () => {
          const next = left.shift();
          const id = next && (await happen(town, next.what, next.whom, newcomers));
          if (id !== undefined) changed.add(id);
        }),
      );
      assert.equal(new Set(shown).size, shown.length, 'no person twice');
      const places = shown.map((id) => expected.indexOf(id));
      assert.ok(
        places.every((place, index) => place > (places[index - 1] ?? -1)),
        'the order of the start',
      );
      const lost = expected.filter((id) => !shown.includes(id) && !changed.has(id));
      assert.deepEqual(lost, []);
    }),
    { numRuns },
  );
});

/** Creates a person of São Paulo who matches everyone and was active some minutes ago. */
const plain = (minutes: number): Townsperson => ({
  id: newId(),
  gender: null,
  born: null,
  city: { id: 3550308, state: 'SP' },
  women: true,
  men: true,
  from: 18,
  to: 99,
  activeAt: new Date(now.getTime() - minutes * 60_000).toISOString().replace('Z', '000Z'),
  deleted: false,
  suspended: null,
  hidden: false,
  attendance: null,
  firstShownTo: null,
  events: [],
});

test('a person already shown does not reappear after a change, and new people and people with a reaction do not appear', async () => {
  elapsedMs = 0;
  const me = { ...plain(1), events: [0] };
  const goes = { ...plain(2), events: [0] };
  const [moves, combines, acted, stays, last] = [plain(3), plain(4), plain(6), plain(7), plain(8)];
  const others = [goes, moves, combines, acted, stays, last].map((person) => ({ person, bond: null }));
  await settleTown(sql, { me, others }, events, now);
  const newcomer = plain(7.5);
  const shown = await walk(me.id, { limit: 3, pace: usualPace }, async (page) => {
    if (page > 0) return;
    elapsedMs = 1000;
    await sql`delete from social.attendances where user_id = ${goes.id}`;
    await sql`update social.users set city_id = 3509502 where id = ${moves.id}`;
    await sql`
      insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at, combined_at)
      values (least(${me.id}::uuid, ${combines.id}::uuid), greatest(${me.id}::uuid, ${combines.id}::uuid),
              ${clock.now()}, ${clock.now()}, ${clock.now()})`;
    await sql`
      insert into social.pairs (low_id, high_id, low_passed_until, high_passed_until)
      values (least(${me.id}::uuid, ${acted.id}::uuid), greatest(${me.id}::uuid, ${acted.id}::uuid), 'infinity', 'infinity')`;
    await addPeople(sql, [newcomer], events, now);
    // My new filters apply from here on but show no person twice.
    await sql`update social.users set age_to = 120 where id = ${me.id}`;
    await sql`
      insert into social.attendances (event_id, user_id, confirmed_at) values (${events[0] ?? 0}, ${stays.id}, ${clock.now()})`;
  });
  assert.deepEqual(ids(shown), ids([goes, moves, combines, stays, last]));
  const next = ids(await walk(me.id, { limit: 3, pace: usualPace }));
  assert.deepEqual(next, ids([stays, goes, newcomer, last, moves, combines]));
});
