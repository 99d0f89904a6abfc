import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../test/support/social-people.ts';
import { probesOf, wishesOf, type Viewer } from './feed.rules.ts';
import { findInScope, findViewer, walkAlongIndexes } from './feed.store.ts';
import { walkScope } from './walk-scope.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openTestApp({ settings: { SEED_TOWN: 'no' } });
  people = await openPeople(praca);
});
after(() => praca.close());

interface Card {
  id: string;
  name: string;
  age: number | null;
  local: string;
  isCombination: number;
  parties: number[];
}

const feed = async (who: Person, query = 'limit=200'): Promise<Card[]> => {
  const answer = await praca.app.inject({ url: `/social/user/feed?${query}`, headers: who.headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};
const like = (who: Person, whom: Person) =>
  praca.app.inject({ method: 'POST', url: `/social/user/like/${whom.id}`, headers: who.headers });
const ids = (cards: readonly { id: string }[]): string[] => cards.map((card) => card.id);

async function readPage(url: string, who: Person): Promise<{ ids: string[]; next: string }> {
  const answer = await praca.app.inject({ url, headers: who.headers });
  assert.ok(!String(answer.headers['link']).includes('access_token'));
  const next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? '';
  return { ids: ids(answer.json<Card[]>()), next };
}

interface Traits {
  gender?: string | null;
  born?: string | null;
  women?: boolean;
  men?: boolean;
  from?: number;
  to?: number;
  city?: number | null;
  state?: string | null;
  activeMinutesAgo?: number;
}

async function describe(who: Person, traits: Traits): Promise<void> {
  const at = new Date(praca.clock.nowMs() - (traits.activeMinutesAgo ?? 0) * 60_000);
  await praca.sql`
    update social.users set gender = ${traits.gender ?? null}, birth_date = ${traits.born ?? null}::date,
      shows_women = ${traits.women ?? true}, shows_men = ${traits.men ?? true}, age_from = ${traits.from ?? 18},
      age_to = ${traits.to ?? 99}, city_id = ${traits.city ?? null}, state = ${traits.state ?? null}, last_active_at = ${at}
    where id = ${who.id}`;
}

/** Nobody else is in the way. */
async function alone(count: number): Promise<Person[]> {
  await praca.sql`delete from social.users`;
  return people.create(count);
}

const [saoPaulo, campinas, rio] = [3550308, 3509502, 3304557];

test('people of the same events, city, state and country come in that order, the more recently active first', async () => {
  const [me, far, near, state, party, fresh, old] = (await alone(7)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  await describe(me, { city: saoPaulo, state: 'SP' });
  await describe(far, { city: rio, state: 'RJ', activeMinutesAgo: 1 });
  await describe(state, { city: campinas, state: 'SP', activeMinutesAgo: 1 });
  await describe(near, { city: saoPaulo, state: 'SP', activeMinutesAgo: 50 });
  await describe(fresh, { city: saoPaulo, state: 'SP', activeMinutesAgo: 5 });
  await describe(old, { city: saoPaulo, state: 'SP', activeMinutesAgo: 5000 });
  await describe(party, { city: rio, state: 'RJ', activeMinutesAgo: 90 });
  const staff = await people.staffHeaders();
  const created = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: staff,
    payload: {
      name: 'Baile',
      category: 'Música',
      startDate: new Date(praca.clock.nowMs() + 86_400_000).toISOString(),
      endDate: new Date(praca.clock.nowMs() + 90_000_000).toISOString(),
      location: { name: 'Praça', city: 'Rio de Janeiro' },
    },
  });
  const event = created.json<{ id: number }>().id;
  for (const who of [me, party]) {
    await praca.app.inject({
      method: 'POST',
      url: `/social/event/${event}/confirm/${who.id}`,
      headers: who.headers,
    });
  }
  const expected = [party, fresh, near, old, state, far].map((person) => person.id);
  const cards = await feed(me);
  assert.deepEqual(ids(cards), expected);
  assert.deepEqual(cards[0]?.parties, [event]);
  const paged: string[] = [];
  for (let url = '/social/user/feed?limit=2'; url !== '';) {
    const page = await readPage(url, me);
    paged.push(...page.ids);
    url = page.next;
  }
  assert.deepEqual(paged, expected);
});

test('never oneself, never someone acted on, and combined users last', async () => {
  const [me, liked, disliked, blocked, blocker, combined, admirer, gone] = (await alone(8)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  await like(me, liked);
  await praca.app.inject({ method: 'POST', url: `/social/user/dislike/${disliked.id}`, headers: me.headers });
  await praca.app.inject({ url: `/social/user/block/${blocked.id}`, headers: me.headers });
  await praca.app.inject({ url: `/social/user/block/${me.id}`, headers: blocker.headers });
  await like(me, combined);
  await like(combined, me);
  await like(admirer, me);
  await praca.app.inject({ method: 'POST', url: `/social/user/${gone.id}/delete`, headers: gone.headers });
  const cards = await feed(me);
  assert.deepEqual(
    cards.map((card) => [card.id, card.isCombination]),
    [
      [admirer.id, 0],
      [combined.id, 1],
    ],
  );
});

test('the age is counted in years and null where it is unknown', async () => {
  const [me, known, unknown] = (await alone(3)) as [Person, Person, Person];
  const today = praca.clock.now().toISOString().slice(0, 10);
  await describe(known, { born: `${Number(today.slice(0, 4)) - 30}${today.slice(4)}` });
  const cards = await feed(me);
  assert.equal(cards.find((card) => card.id === known.id)?.age, 30);
  assert.equal(cards.find((card) => card.id === unknown.id)?.age, null);
});

const bornYearsAgo = (years: number): string => `${new Date().getUTCFullYear() - years}-01-01`;

/** Who sees whom: what me states and wants, what the other states and wants, whether they show up for each other. */
const cases: [string, Traits, Traits, boolean][] = [
  ['both state nothing and want everything', {}, {}, true],
  ['I want men, the other is a woman', { women: false }, { gender: 'woman' }, false],
  ['I want men, the other is a man', { women: false }, { gender: 'man' }, true],
  ['I want men, the other has not said', { women: false }, {}, false],
  ['I want women, the other is neither', { men: false }, { gender: 'other' }, false],
  ['I want all, the other is neither', {}, { gender: 'other' }, true],
  ['I want neither, the other is neither', { women: false, men: false }, { gender: 'other' }, true],
  ['I want neither, the other is a man', { women: false, men: false }, { gender: 'man' }, false],
  ['the other wants women, I am a man', { gender: 'man' }, { men: false }, false],
  ['the other wants women, I am a woman', { gender: 'woman' }, { men: false }, true],
  ['the other wants women, I have not said', {}, { men: false }, false],
  ['I narrowed ages, the other fits', { from: 25, to: 35 }, { born: bornYearsAgo(30) }, true],
  ['I narrowed ages, the other is too old', { from: 25, to: 35 }, { born: bornYearsAgo(37) }, false],
  ['I narrowed ages, the other is too young', { from: 25, to: 35 }, { born: bornYearsAgo(22) }, false],
  ['I narrowed ages, the other has not said', { from: 25, to: 35 }, {}, false],
  ['the other narrowed ages, I fit', { born: bornYearsAgo(30) }, { from: 25, to: 35 }, true],
  ['the other narrowed ages, I do not', { born: bornYearsAgo(50) }, { from: 25, to: 35 }, false],
  ['the other narrowed ages, I have not said', {}, { from: 25, to: 35 }, false],
  ['wide ages, neither has said', { to: 120 }, { to: 100 }, true],
];
for (const [name, mine, others, shown] of cases) {
  test(`${name}: ${shown ? 'shown' : 'not shown'} to each other`, async () => {
    const [me, other] = (await alone(2)) as [Person, Person];
    await describe(me, mine);
    await describe(other, others);
    assert.deepEqual(ids(await feed(me)), shown ? [other.id] : []);
    assert.deepEqual(ids(await feed(other)), shown ? [me.id] : []);
  });
}

test('a cursor that is not ours is refused', async () => {
  const [me] = (await alone(1)) as [Person];
  for (const cursor of ['x', Buffer.from('["city","now","1"]').toString('base64url')]) {
    const answer = await praca.app.inject({
      url: `/social/user/feed?cursor=${cursor}`,
      headers: me.headers,
    });
    assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [400, 'cursor']);
  }
});

test('who has seen more people than one request looks at still meets the one who is left, and then gets nothing', async () => {
  const crowd = probesOf.city * 2 + 500;
  const [me, left] = (await alone(2)) as [Person, Person];
  await describe(me, { city: saoPaulo, state: 'SP' });
  await praca.sql`
    insert into social.users (id, provider, login_id, name, city_id, state, last_active_at, created_at)
    select gen_random_uuid(), 'crowd', n::text, 'Crowd', ${saoPaulo}, 'SP', ${praca.clock.now()}::timestamptz - n * interval '2 minutes', ${praca.clock.now()}
    from generate_series(1, ${crowd}) n`;
  await praca.sql`
    insert into social.pairs (low_id, high_id, low_passed_until, high_passed_until)
    select least(id, ${me.id}::uuid), greatest(id, ${me.id}::uuid), 'infinity', 'infinity'
    from social.users where provider = 'crowd'`;
  await describe(left, { city: saoPaulo, state: 'SP', activeMinutesAgo: 60 * 24 * 365 });
  const found: number[] = [];
  for (let turn = 0; turn < 5; turn++) found.push((await feed(me)).length);
  assert.equal(found.at(-1), 1, `found after some requests: ${found.join(' ')}`);
  await like(me, left);
  for (let turn = 0; turn < 3; turn++) assert.deepEqual(await feed(me), []);
  const [newcomer] = (await people.create(1)) as [Person];
  await describe(newcomer, { city: saoPaulo, state: 'SP' });
  assert.deepEqual(ids(await feed(me)), [newcomer.id], 'a newcomer is seen past everything remembered');
  await praca.sql`delete from social.pairs where ${me.id} in (low_id, high_id)`;
  await praca.app.inject({
    method: 'PUT',
    url: `/social/user/${me.id}/config`,
    headers: me.headers,
    payload: { ageRangeEnd: 98 },
  });
  await praca.app.inject({
    method: 'PUT',
    url: `/social/user/${me.id}/config`,
    headers: me.headers,
    payload: { ageRangeEnd: 99 },
  });
  assert.equal((await feed(me)).length, 200, 'new wishes look at everybody again');
});

test('a walk from a cursor on passes over the stretch that is known empty', async () => {
  const [me, near, hidden, far] = (await alone(4)) as [Person, Person, Person, Person];
  await describe(me, {});
  for (const [who, activeMinutesAgo] of [
    [near, 1],
    [hidden, 10],
    [far, 20],
  ] as const)
    await describe(who, { activeMinutesAgo });
  const now = praca.clock.now();
  const viewer = await findViewer(praca.sql, me.id);
  assert.ok(viewer);
  const place = (minutesAgo: number) => ({
    at: new Date(now.getTime() - minutesAgo * 60_000),
    id: '00000000-0000-7000-8000-000000000000',
  });
  const search = {
    viewer,
    wishes: wishesOf(viewer, now.toISOString().slice(0, 10)),
    now,
    without: [],
    limit: 10,
  };
  const mark = { top: place(5), bottom: place(15) };
  const from = async (minutesAgo: number): Promise<string[]> =>
    ids(await walkScope(praca.sql, search, 'country', place(minutesAgo), mark));
  assert.deepEqual(await from(0), [near.id, far.id]);
  assert.deepEqual(await from(7), [far.id]);
  assert.deepEqual(await from(17), [far.id]);
  assert.deepEqual(await from(25), []);
});

test('the walk is a range of the activity index, and each person costs one lookup by the pair’s primary key', async () => {
  const [me] = (await alone(1)) as [Person];
  await praca.sql`
    insert into social.users (id, provider, login_id, name, city_id, state, last_active_at, created_at)
    select gen_random_uuid(), 'plan', n::text, 'Plan', case when n % 4 = 0 then 3500001 else 3500002 + n % 500 end, case when n % 4 = 0 then 'SP' else ('{AC,AL,AP,BA,CE}'::text[])[1 + n % 5] end, ${praca.clock.now()}::timestamptz - n * interval '1 second', ${praca.clock.now()}
    from generate_series(1, 20000) n`;
  await praca.sql`
    insert into social.pairs (low_id, high_id, low_liked_at)
    select least(a, b), greatest(a, b), ${praca.clock.now()}
    from (select gen_random_uuid() as a, gen_random_uuid() as b from generate_series(1, 100000)) strangers`;
  await praca.sql`analyze social.users`;
  await praca.sql`analyze social.pairs`;
  const viewer: Viewer = {
    id: me.id,
    gender: 'woman',
    birthDate: '1990-01-01',
    cityId: 3500001,
    state: 'SP',
    showsWomen: true,
    showsMen: true,
    ageFrom: 18,
    ageTo: 99,
    lastActiveAt: praca.clock.now(),
  };
  const search = {
    viewer,
    wishes: wishesOf(viewer, '2026-01-01'),
    now: praca.clock.now(),
    without: [],
    limit: 50,
  };
  await praca.sql.begin(async (tx) => {
    await walkAlongIndexes(tx);
    for (const scope of ['city', 'state', 'country'] as const) {
      const query = findInScope(tx, search, scope, { probes: probesOf[scope] });
      const plans = [
        await tx<{ 'QUERY PLAN': string }[]>`explain ${query}`,
        // As it is planned once for all cities, after a few executions.
        await tx<{ 'QUERY PLAN': string }[]>`explain (generic_plan) ${query}`,
      ];
      for (const rows of plans) {
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        assert.match(plan, new RegExp(`Index Scan using users_${scope}`), plan);
        assert.match(plan, /Index Cond: \(\((?:low|high)_id = .* AND \((?:low|high)_id = /, plan);
        assert.doesNotMatch(plan, /Seq Scan|Hash|Sort/, plan);
      }
    }
  });
});
