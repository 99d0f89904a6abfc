import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { explainGeneric } from '../../../test/support/explain.ts';
import { openPeople, type People, type Person } from '../../../test/support/social-people.ts';
import { cardOfStranger } from '../people/load-cards.ts';
import { probesOf, scopes, wishesOf, type Viewer } from './feed.rules.ts';
import { findInScope, findViewer } from './feed.store.ts';
import { walkScope } from './walk-scope.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openTestApp({ settings: { SEED_TOWN: 'no' } });
  people = await openPeople(praca);
});
after(() => praca.close());

const [saoPaulo, campinas, rio] = [3550308, 3509502, 3304557];
const photoAccess = { queryFor: () => '', viewerOf: () => undefined, showsLinks: true };
const cardAt = (now: Date) => cardOfStranger({ sql: praca.sql, baseUrl: '', photoAccess }, '', now);
const ids = (cards: readonly { id: string }[]): string[] => cards.map((card) => card.id);

interface Page {
  ids: string[];
  next: string | undefined;
}

async function readPage(who: Person, url = '/social/user/feed?limit=200'): Promise<Page> {
  const answer = await praca.app.inject({ url, headers: who.headers });
  assert.equal(answer.statusCode, 200, answer.body);
  const next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
  return { ids: ids(answer.json<{ id: string }[]>()), next };
}

async function readAll(who: Person): Promise<Page[]> {
  const pages = [await readPage(who)];
  for (let next = pages[0]?.next; next !== undefined; next = pages.at(-1)?.next) {
    pages.push(await readPage(who, next));
    assert.ok(pages.length < 100, 'the pages come to an end');
  }
  return pages;
}

async function alone(count: number): Promise<Person[]> {
  await praca.sql`delete from social.pairs`;
  await praca.sql`delete from social.users`;
  return people.create(count);
}

async function settle(who: Person, city: number, state: string, minutesAgo = 0): Promise<void> {
  const at = new Date(praca.clock.nowMs() - minutesAgo * 60_000);
  await praca.sql`
    update social.users set city_id = ${city}, state = ${state}, last_active_at = ${at} where id = ${who.id}`;
}

/** Somebody every so often until now, all of whom `me` has passed over. */
async function addCrowd(
  me: Person,
  count: number,
  from: { city: number; state: string; label: string; everySeconds: number },
): Promise<void> {
  const now = praca.clock.now();
  await praca.sql`
    insert into social.users (id, provider, login_id, name, city_id, state, last_active_at, created_at)
    select gen_random_uuid(), ${from.label}, n::text, 'Crowd', ${from.city}, ${from.state},
           ${now}::timestamptz - n * ${from.everySeconds} * interval '1 second', ${now}
    from generate_series(1, ${count}) n`;
  await praca.sql`
    insert into social.pairs (low_id, high_id, low_passed_until, high_passed_until)
    select least(id, ${me.id}::uuid), greatest(id, ${me.id}::uuid), 'infinity', 'infinity'
    from social.users where provider = ${from.label}`;
}

const year = 60 * 24 * 365;

test('a page that ran out of people to look at says where to go on, and the pages show everybody once', async () => {
  const [me, left, neighbour, stranger, friend] = (await alone(5)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  await settle(me, saoPaulo, 'SP');
  await settle(left, saoPaulo, 'SP', year);
  await settle(neighbour, campinas, 'SP', year);
  await settle(stranger, rio, 'RJ', 1);
  await settle(friend, rio, 'RJ', 2);
  await people.combine(me, friend);
  await addCrowd(me, probesOf.city * 3, { city: saoPaulo, state: 'SP', label: 'crowd', everySeconds: 120 });
  const pages = await readAll(me);
  const shown = pages.flatMap((page) => page.ids);
  assert.deepEqual(shown.toSorted(), [left.id, neighbour.id, stranger.id, friend.id].toSorted());
  assert.ok(pages.slice(0, -1).every((page) => page.ids.length < 200 && page.next !== undefined));
  // What the pages found empty need not be looked at again: the first page of the next visit has the one who is left.
  assert.ok((await readPage(me)).ids.includes(left.id));
});

test('who asks only for the first page meets the one who is left after some of them, and then gets nothing', async () => {
  const [me, left] = (await alone(2)) as [Person, Person];
  await settle(me, saoPaulo, 'SP');
  await settle(left, saoPaulo, 'SP', year);
  await addCrowd(me, probesOf.city * 2 + 50, {
    city: saoPaulo,
    state: 'SP',
    label: 'crowd',
    everySeconds: 120,
  });
  const found: number[] = [];
  for (let turn = 0; turn < 5; turn++) found.push((await readPage(me)).ids.length);
  assert.deepEqual(found.slice(-2), [1, 1], `found after some requests: ${found.join(' ')}`);
  await praca.app.inject({ method: 'POST', url: `/social/user/like/${left.id}`, headers: me.headers });
  for (let turn = 0; turn < 3; turn++) assert.deepEqual((await readPage(me)).ids, []);
  const [newcomer] = (await people.create(1)) as [Person];
  await settle(newcomer, saoPaulo, 'SP');
  assert.deepEqual((await readPage(me)).ids, [newcomer.id], 'a newcomer is seen past everything remembered');
  await praca.sql`delete from social.pairs where ${me.id} in (low_id, high_id)`;
  for (const ageRangeEnd of [98, 99])
    await praca.app.inject({
      method: 'PUT',
      url: `/social/user/${me.id}/config`,
      headers: me.headers,
      payload: { ageRangeEnd },
    });
  assert.equal((await readPage(me)).ids.length, 200, 'new wishes look at everybody again');
});

test('more newcomers than one request looks at do not hide for ever who is behind them', async () => {
  const [me, left] = (await alone(2)) as [Person, Person];
  await settle(me, saoPaulo, 'SP');
  await addCrowd(me, probesOf.city + 50, { city: saoPaulo, state: 'SP', label: 'crowd', everySeconds: 120 });
  await readPage(me);
  const [mark] = await praca.sql`select from social.feed_marks where user_id = ${me.id} and scope = 'city'`;
  assert.ok(mark, 'the crowd is remembered');
  praca.clock.offsetMs += 30 * 60_000;
  await addCrowd(me, probesOf.city * 2 - 10, {
    city: saoPaulo,
    state: 'SP',
    label: 'newcomers',
    everySeconds: 2,
  });
  await settle(left, saoPaulo, 'SP', 25);
  const seen: string[] = [];
  for (let turn = 0; turn < 3; turn++) seen.push(...(await readPage(me)).ids);
  assert.ok(seen.includes(left.id));
});

test('a walk from a cursor on passes over the stretch that is known empty', async () => {
  const [me, near, hidden, far] = (await alone(4)) as [Person, Person, Person, Person];
  for (const [who, minutesAgo] of [
    [near, 1],
    [hidden, 10],
    [far, 20],
  ] as const)
    await settle(who, rio, 'RJ', minutesAgo);
  const now = praca.clock.now();
  const found = await findViewer(praca.sql, me.id, { now, marksSince: now });
  assert.ok(found);
  const { viewer } = found;
  const place = (minutesAgo: number) => ({
    at: new Date(now.getTime() - minutesAgo * 60_000),
    id: '00000000-0000-7000-8000-000000000000',
  });
  const wishes = wishesOf(viewer, now.toISOString().slice(0, 10));
  const search = { viewer, wishes, now, card: cardAt(now), without: [], limit: 10 };
  const mark = { top: place(5), bottom: place(15) };
  const from = async (minutesAgo: number): Promise<string[]> =>
    ids(
      JSON.parse(
        `[${(await walkScope(praca.sql, search, 'country', place(minutesAgo), mark)).cards.join(',')}]`,
      ),
    );
  assert.deepEqual(await from(0), [near.id, far.id]);
  assert.deepEqual(await from(7), [far.id]);
  assert.deepEqual(await from(17), [far.id]);
  assert.deepEqual(await from(25), []);
});

test('the walk is a range of the activity index, and each person costs one lookup by the pair’s key', async () => {
  const [me] = (await alone(1)) as [Person];
  const now = praca.clock.now();
  await praca.sql`
    insert into social.users (id, provider, login_id, name, city_id, state, last_active_at, created_at)
    select gen_random_uuid(), 'plan', n::text, 'Plan', case when n % 4 = 0 then ${saoPaulo} else 3500002 + n % 5000 end,
           case when n % 4 = 0 then 'SP' else chr(65 + n % 26) || 'X' end, ${now}::timestamptz - n * interval '1 second', ${now}
    from generate_series(1, 20000) n`;
  await praca.sql`
    insert into social.pairs (low_id, high_id, low_liked_at)
    select least(a, b), greatest(a, b), ${now}
    from (select gen_random_uuid() as a, gen_random_uuid() as b from generate_series(1, 30000)) strangers`;
  await praca.sql`analyze social.users`;
  await praca.sql`analyze social.pairs`;
  const viewer: Viewer = {
    id: me.id,
    gender: 'woman',
    birthDate: '1990-01-01',
    cityId: saoPaulo,
    state: 'SP',
    showsWomen: true,
    showsMen: true,
    ageFrom: 18,
    ageTo: 99,
    lastActiveAt: now,
  };
  const wishes = wishesOf(viewer, '2026-01-01');
  const search = { viewer, wishes, now, card: praca.sql`to_json(u.id)`, without: [], limit: 50 };
  for (const scope of scopes) {
    for (const below of [undefined, { at: now, id: me.id }]) {
      const stretch = { below, probes: probesOf[scope] };
      // Planned once for all cities, whose sizes differ like nothing else.
      const plan = await explainGeneric(praca.sql, (tag) => findInScope(tag, search, scope, stretch));
      assert.match(plan, new RegExp(`Index Scan using users_${scope}`), plan);
      assert.match(plan, new RegExp(`Index Only Scan using users_${scope}`), plan);
      assert.match(plan, /Index Cond: \(\((?:low|high)_id = .* AND \((?:low|high)_id = /, plan);
      assert.doesNotMatch(plan, /Seq Scan|Hash|Sort|Bitmap/, plan);
    }
  }
});
