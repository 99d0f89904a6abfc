import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { explainAnalyze, explainGeneric, type PlanNode } from '../../../../test/support/explain.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { feedFilterOf } from './feed.rules.ts';
import { findViewer } from './feed-visit.store.ts';
import { findChangedIn, findGoing, findInScope, findMovedInScope, type Search } from './feed.store.ts';
import { lowest, topOf } from './position.rules.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

const [saoPaulo, rio, parintins] = [3550308, 3304557, 1303403];
let me: Person;
beforeEach(async () => {
  await praca.sql`delete from social.pairs`;
  await praca.sql`delete from social.events`;
  await praca.sql`delete from social.users`;
  [me] = (await people.create(1)) as [Person];
});

interface Page {
  ids: string[];
  next: string | undefined;
}

async function readPage(url = '/social/user/feed?limit=50'): Promise<Page> {
  const answer = await praca.app.inject({ url, headers: me.headers });
  assert.equal(answer.statusCode, 200, answer.body);
  const next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
  return { ids: answer.json<{ id: string }[]>().map((card) => card.id), next };
}

async function readAll(limit: number): Promise<string[]> {
  const shown: string[] = [];
  for (let url: string | undefined = `/social/user/feed?limit=${limit}`; url !== undefined;) {
    const page: Page = await readPage(url);
    assert.ok(page.ids.length === limit || page.next === undefined, 'only the last page is short');
    shown.push(...page.ids);
    url = page.next;
  }
  return shown;
}

async function settle(id: string, city: number, state: string, fields: Record<string, unknown> = {}) {
  await praca.sql`update social.users set city_id = ${city}, state = ${state} where id = ${id}`;
  for (const [column, value] of Object.entries(fields))
    await praca.sql`update social.users set ${praca.sql.identifier(column)} = ${value} where id = ${id}`;
}

/** Inserts people in one place, one active in each minute before now. */
async function addCrowd(label: string, count: number, city: number, state: string, gender: string | null) {
  const rows = await praca.sql<{ id: string }[]>`
    insert into social.users (id, provider, login_id, name, city_id, state, gender, last_active_at, created_at)
    select gen_random_uuid(), ${label}, n::text, 'Crowd', ${city}, ${state}, ${gender},
           ${praca.clock.now()}::timestamptz - n * interval '1 minute', ${praca.clock.now()}
    from generate_series(1, ${count}) n returning id`;
  return rows.map((row) => row.id);
}

const passOver = (label: string) => praca.sql`
  insert into social.pairs (low_id, high_id, low_passed_until, high_passed_until)
  select least(id, ${me.id}::uuid), greatest(id, ${me.id}::uuid), 'infinity', 'infinity'
  from social.users where provider = ${label}`;

test('finds matches behind 170 non-matching people of the same state before it moves to other states', async () => {
  await settle(me.id, parintins, 'AM', { shows_men: false });
  await addCrowd('men', 170, parintins, 'AM', 'man');
  const [near, state] = [
    await addCrowd('near', 3, parintins, 'AM', 'woman'),
    await addCrowd('state', 3, 1302603, 'AM', 'woman'),
  ];
  await praca.sql`
    update social.users set last_active_at = last_active_at - interval '1 day' where provider in ('near', 'state')`;
  const far = await addCrowd('far', 40, 4314902, 'RS', 'woman');
  const [friend] = (await people.create(1)) as [Person];
  await settle(friend.id, parintins, 'AM');
  await people.combine(me, friend);
  assert.deepEqual(await readAll(2), [...near, ...state, ...far, friend.id]);
});

async function createEvent(): Promise<number> {
  const now = praca.clock.now();
  const [event] = await praca.sql<{ id: number }[]>`
    insert into social.events (name, starts_at, ends_at, timezone, status, category, category_key, venue_name, city_id,
      words, created_at, updated_at)
    select 'Festival', ${now}, ${now}::timestamptz + interval '1 day', 'UTC', 'EventScheduled', 'c', 'c', 'v', ${rio}, '', ${now}, ${now}
    returning id`;
  return event?.id ?? 0;
}
const goTo = (event: number, who: readonly string[]) => praca.sql`
  insert into social.attendances (event_id, user_id, confirmed_at)
  select ${event}, id, ${praca.clock.now()}::timestamptz - interval '1 minute' from unnest(${who}::uuid[]) id`;

test('people at the same event come before all others, and a page reads only part of them', async () => {
  await settle(me.id, saoPaulo, 'SP');
  const going = await addCrowd('going', 1500, rio, 'RJ', null);
  const near = await addCrowd('near', 60, saoPaulo, 'SP', null);
  const [event, other] = [await createEvent(), await createEvent()];
  await goTo(event, [me.id, ...going]);
  await goTo(other, [me.id, ...going.slice(0, 500), ...near.slice(0, 1)]);
  await praca.sql`vacuum analyze social.attendances`;
  await praca.sql`analyze social.users`;
  const [first = '', ...strangers] = near;
  const shown = await readAll(200);
  // Both have the same activity time, so their order depends on their ids.
  assert.deepEqual(new Set(shown.slice(0, 2)), new Set([first, going[0]]));
  assert.deepEqual(shown.slice(2, 1501), going.slice(1));
  assert.deepEqual(shown.slice(1501), strangers);
  const { search } = await searchOf();
  for (const below of [undefined, topOf(new Date(praca.clock.nowMs() - 40 * 60_000))]) {
    const piece = {
      below,
      notBelow: undefined,
      probes: 100,
      limit: 50,
      hiddenUntil: search.now,
      reactions: 'each' as const,
    };
    const { plan } = await explainAnalyze(praca.sql, (tag) => findGoing(tag, search, piece));
    // The query reads the first rows of both events twice: for the people shown, and for the row after them.
    assert.ok(rowsOf(plan, 'attendances') <= 2 * 2 * (piece.probes + 1), outline(plan));
    assert.ok(rowsOf(plan, 'users') <= piece.probes + 1, outline(plan));
  }
});

test('a person who starts to match behind hundreds of others is found by the next walk, and an empty feed returns [] quickly', async () => {
  await settle(me.id, saoPaulo, 'SP', { shows_men: false, gender: 'woman' });
  const men = await addCrowd('men', 800, saoPaulo, 'SP', 'man');
  const women = await addCrowd('women', 800, saoPaulo, 'SP', 'woman');
  await passOver('women');
  assert.deepEqual(await readAll(50), []);
  const gaps = await praca.sql`select from social.feed_gaps where user_id = ${me.id}`;
  assert.ok(gaps.length > 0, 'gaps are stored');
  assert.deepEqual(await readAll(50), []);
  const [man = '', woman = ''] = [men[600], women[400]];
  // Each person was inside a stored gap, because of gender, settings or a dislike.
  await praca.sql`update social.users set gender = 'woman' where id = ${man}`;
  assert.deepEqual(await readAll(50), [man]);
  await praca.sql`update social.pairs set low_passed_until = null, high_passed_until = null where ${woman} in (low_id, high_id)`;
  assert.deepEqual(await readAll(50), [woman, man]);
  const config = { method: 'PUT', url: `/social/user/${me.id}/config`, headers: me.headers } as const;
  await praca.app.inject({ ...config, payload: { man: true } });
  assert.equal((await readAll(200)).length, 801);
  await praca.app.inject({ ...config, payload: { man: false } });
  assert.deepEqual(await readAll(1), [woman, man]);
});

test('a person whose pass ends is shown again, although a stored gap surrounds the position', async () => {
  await settle(me.id, saoPaulo, 'SP');
  const crowd = await addCrowd('crowd', 1000, saoPaulo, 'SP', null);
  await passOver('crowd');
  const soon = crowd[500] ?? '';
  const end = new Date(praca.clock.nowMs() + 30 * 60_000);
  await praca.sql`
    update social.pairs set low_passed_until = ${end}, high_passed_until = ${end} where ${soon} in (low_id, high_id)`;
  assert.deepEqual(await readAll(50), []);
  praca.clock.offsetMs += 30 * 60_000;
  try {
    assert.deepEqual(await readAll(50), [soon]);
  } finally {
    praca.clock.offsetMs -= 30 * 60_000;
  }
});

/** Returns the number of rows that scans of one table read, including rows removed by filters. */
function rowsOf(plan: PlanNode, table: string): number {
  const own =
    plan['Relation Name'] === table
      ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
      : 0;
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child, table), 0);
}

const outline = (plan: PlanNode, depth = 0): string =>
  [
    `${' '.repeat(depth)}${plan['Node Type']} ${plan['Index Name'] ?? plan['Relation Name'] ?? ''} ${plan['Actual Rows']} x ${plan['Actual Loops']}`,
    ...(plan.Plans ?? []).map((child) => outline(child, depth + 1)),
  ].join('\n');

async function searchOf(): Promise<{ search: Search; snapshot: string }> {
  const now = praca.clock.now();
  const viewer = await findViewer(praca.sql, me.id, now);
  assert.ok(viewer);
  const { cityId, state, events, snapshot } = viewer;
  return {
    search: {
      viewer,
      filter: feedFilterOf(viewer, now.toISOString().slice(0, 10)),
      walk: { startedAt: now, snapshot: undefined, cityId, state, events },
      now,
      card: praca.sql`to_json(u.id)`,
      isOpenByDefault: true,
    },
    snapshot,
  };
}

test('a page reads only the people that it shows or stores as a gap: plans are index ranges, and gaps are skipped', async (t) => {
  // The result must not depend on another open transaction, in this database or in another one of the server.
  const old = await praca.sql.pool.connect();
  t.after(() => old.release(true));
  await old.query('begin');
  await old.query('select pg_current_xact_id()');
  await settle(me.id, saoPaulo, 'SP', { gender: 'woman', birth_date: '1990-01-01' });
  const now = praca.clock.now();
  await praca.sql`
    insert into social.users (id, provider, login_id, name, city_id, state, last_active_at, created_at)
    select gen_random_uuid(), 'plan', n::text, 'Plan', case when n % 4 = 0 then ${saoPaulo} else 3500002 + n % 5000 end,
           case when n % 4 = 0 then 'SP' else chr(65 + n % 26) || 'X' end, ${now}::timestamptz - n * interval '1 second', ${now}
    from generate_series(1, 8000) n`;
  await praca.sql`
    insert into social.pairs (low_id, high_id, low_passed_until, high_passed_until)
    select least(id, ${me.id}::uuid), greatest(id, ${me.id}::uuid), 'infinity', 'infinity'
    from social.users where provider = 'plan' and city_id = ${saoPaulo}`;
  await praca.sql`
    insert into social.pairs (low_id, high_id, low_liked_at)
    select least(a, b), greatest(a, b), ${now}
    from (select gen_random_uuid() as a, gen_random_uuid() as b from generate_series(1, 12000)) strangers`;
  await praca.sql`analyze social.users`;
  await praca.sql`analyze social.pairs`;
  const { search, snapshot } = await searchOf();
  const piece = { probes: 500, limit: 50, hiddenUntil: now, reactions: 'each' as const };
  const later = { ...search, snapshot, walk: { ...search.walk, snapshot } };
  for (const scope of ['city', 'state', 'country'] as const) {
    for (const below of [undefined, topOf(now)]) {
      for (const notBelow of [undefined, lowest]) {
        // A generic plan for all cities, although their sizes differ greatly.
        const plan = await explainGeneric(praca.sql, (tag) =>
          findInScope(tag, below ? later : search, scope, { ...piece, below, notBelow }),
        );
        assert.match(plan, new RegExp(`Index Scan using users_${scope}`), plan);
        assert.match(plan, /Index Cond: \(\((?:low|high)_id = .* AND \((?:low|high)_id = /, plan);
        assert.doesNotMatch(plan, /Seq Scan|Hash|Sort|Bitmap/, plan);
      }
    }
    const { plan } = await explainAnalyze(praca.sql, (tag) =>
      findInScope(tag, search, scope, { ...piece, below: undefined, notBelow: undefined }),
    );
    // The query reads each examined row once, the row after them, and the people shown once more.
    assert.ok(
      rowsOf(plan, 'users') <= piece.probes + 1 + piece.limit,
      `${scope}: ${rowsOf(plan, 'users')} users`,
    );
    assert.ok(
      rowsOf(plan, 'pairs') <= piece.probes + piece.limit,
      `${scope}: ${rowsOf(plan, 'pairs')} pairs`,
    );
    // Later queries read all reactions once, regardless of their number, and no rows after the last person shown.
    const many = {
      ...piece,
      below: undefined,
      notBelow: undefined,
      probes: 100_000,
      reactions: 'all' as const,
    };
    const generic = await explainGeneric(praca.sql, (tag) => findInScope(tag, search, scope, many));
    assert.match(generic, /hashed SubPlan/, generic);
    assert.doesNotMatch(generic, /Seq Scan|Sort|Bitmap Heap Scan on users/, generic);
    const long = await explainAnalyze(praca.sql, (tag) => findInScope(tag, search, scope, many));
    assert.ok(rowsOf(long.plan, 'pairs') <= 2000 + piece.limit, outline(long.plan));
    // The city has 2 000 people and no match; in the country one in four is from the city.
    const passed = { city: 2001, state: 2001, country: 80 }[scope];
    assert.ok(rowsOf(long.plan, 'users') <= passed + piece.limit, outline(long.plan));
    const moved = await explainGeneric(praca.sql, (tag) =>
      findMovedInScope(tag, later, scope, topOf(now), 50),
    );
    assert.match(moved, new RegExp(`users_${scope}`), moved);
    assert.doesNotMatch(moved, /Seq Scan/, moved);
  }
  // The first walk stores a gap of 2 000 dismissed people in the city, and later walks read none of them.
  assert.equal((await readPage()).ids.length, 50);
  const found = await findViewer(praca.sql, me.id, now);
  const gap = found?.gaps.find(({ stage }) => stage === 'city');
  assert.ok(gap, 'the gap covers the city');
  assert.equal(gap.to.at, lowest.at);
  const { plan } = await explainAnalyze(praca.sql, (tag) => findChangedIn(tag, search, gap, gap.from, 50));
  assert.equal(rowsOf(plan, 'users'), 0, outline(plan));
  const changed = await explainGeneric(praca.sql, (tag) => findChangedIn(tag, search, gap, gap.from, 50));
  assert.match(changed, /users_changed/, changed);
  const above = await explainAnalyze(praca.sql, (tag) =>
    findInScope(tag, search, 'city', { ...piece, below: undefined, notBelow: gap.from }),
  );
  // People of the last 20 seconds and of the duration of this test; one in four is from the city.
  assert.ok(rowsOf(above.plan, 'users') <= 2 * 17, `${rowsOf(above.plan, 'users')} users`);
});
