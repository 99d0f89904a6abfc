import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { holdTime, openSocialApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let database: TestDatabase;
let praca: TestApp;
let people: People;
before(async () => {
  database = await createTestDatabase();
  praca = await openSocialApp({ database });
  holdTime(praca.clock);
  people = await openPeople(praca);
});
after(async () => {
  await praca.close();
  await database.drop();
});

const block = (who: Person, whom: Person, in_ = praca) =>
  in_.app.inject({ url: `/social/user/block/${whom.id}`, headers: who.headers });
const unblock = (who: Person, whom: string) =>
  praca.app.inject({ method: 'DELETE', url: `/social/user/block/${whom}?access_token=${who.token}` });
const like = async (who: Person, whom: Person): Promise<unknown> =>
  (
    await praca.app.inject({ method: 'POST', url: `/social/user/like/${whom.id}`, headers: who.headers })
  ).json();
const feedIds = async (who: Person): Promise<string[]> =>
  (await praca.app.inject({ url: '/social/user/feed?limit=200', headers: who.headers }))
    .json<{ id: string }[]>()
    .map((card) => card.id);
async function walk(who: Person, limit: number): Promise<{ id: string; blocked_until: string | null }[]> {
  const seen: { id: string; blocked_until: string | null }[] = [];
  for (let url = `/social/user/${who.id}/blocks?limit=${limit}`; url !== '';) {
    const answer = await praca.app.inject({ url, headers: who.headers });
    assert.equal(answer.statusCode, 200);
    seen.push(...answer.json<typeof seen>());
    url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? '';
  }
  return seen;
}
const blockedIds = async (who: Person) => (await walk(who, 200)).map((card) => card.id);

test('lists blocks page by page: permanent ones first, then by end, latest first', async () => {
  const [ana, ...others] = (await people.create(8)) as [Person, ...Person[]];
  const forGood = await openSocialApp({ database, settings: { BLOCK_DAYS: '0' } });
  for (const other of others.slice(0, 3)) await block(ana, other, forGood);
  await forGood.close();
  for (const other of others.slice(3)) {
    await block(ana, other);
    praca.clock.offsetMs += 1000;
  }
  const expected = [
    ...others
      .slice(0, 3)
      .map((other) => other.id)
      .toSorted()
      .toReversed(),
    ...others
      .slice(3)
      .map((other) => other.id)
      .toReversed(),
  ];
  for (const limit of [1, 2, 3, 7, 50]) {
    const cards = await walk(ana, limit);
    assert.deepEqual(
      cards.map((card) => card.id),
      expected,
    );
    assert.deepEqual(
      cards.map((card) => card.blocked_until === null),
      [true, true, true, false, false, false, false],
    );
  }
});

test('the card of a blocked user has a name but no photos and no events', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const now = praca.clock.now();
  await praca.sql`update social.users set name = 'Bia 🎈', location = 'São Paulo, SP', about = 'secret'
    where id = ${bia.id}`;
  await praca.sql`
    insert into social.photos (id, user_id, position, link, created_at)
    values (${bia.id}, ${bia.id}, 0, 'https://example.com/bia.jpg', ${now})`;
  await praca.sql`
    with event as (
      insert into social.events (name, starts_at, ends_at, timezone, status, category, category_key, venue_name, city_id,
                                 words, created_at, updated_at)
      values ('Baile', ${now}, ${new Date(now.getTime() + 3_600_000)}, 'America/Sao_Paulo', 'EventScheduled', 'Festa',
              'festa', 'Praça', 3550308, '', ${now}, ${now})
      returning id)
    insert into social.attendances (event_id, user_id, confirmed_at) select id, ${bia.id}, ${now} from event`;
  const { blocked_until: until } = (await block(ana, bia)).json<{ blocked_until: string }>();
  const portrait = `/social/portraits/${bia.id}.svg`;
  const [{ image = '', thumb = '', ...card } = {}, ...more] = (
    await praca.app.inject({ url: `/social/user/${ana.id}/blocks`, headers: ana.headers })
  ).json<{ image?: string; thumb?: string }[]>();
  assert.deepEqual(card, {
    name: 'Bia 🎈',
    id: bia.id,
    photoQty: 0,
    local: 'São Paulo, SP',
    age: null,
    parties: [],
    isCombination: 0,
    blocked_until: until,
  });
  assert.ok(image.endsWith(portrait) && thumb.endsWith(portrait), image);
  assert.deepEqual(more, []);
  assert.deepEqual(await blockedIds(bia), [], 'the blocked user is not notified');
});

test('the list leaves out deleted users, users who have blocked the viewer, and expired blocks', async () => {
  const [ana, gone, both, ended, stays] = (await people.create(5)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  for (const other of [gone, both, ended, stays]) await block(ana, other);
  await block(both, ana);
  await praca.app.inject({ method: 'POST', url: `/social/user/${gone.id}/delete`, headers: gone.headers });
  await praca.sql`
    update social.pairs set low_blocked_until = low_blocked_until - interval '31 days',
      high_blocked_until = high_blocked_until - interval '31 days'
    where low_id = least(${ana.id}::uuid, ${ended.id}::uuid) and high_id = greatest(${ana.id}::uuid, ${ended.id}::uuid)`;
  assert.deepEqual(await blockedIds(ana), [stays.id]);
  // The own block ends, and the other’s stays.
  assert.equal((await unblock(ana, both.id)).statusCode, 200);
  assert.equal(((await like(ana, both)) as { status: number }).status, 404);
  assert.deepEqual(await blockedIds(both), [ana.id]);
});

test('after an unblock the two can meet again, but their combination is not restored', async () => {
  for (const turned of [false, true]) {
    const created = (await people.create(2)) as [Person, Person];
    const [ana, bia] = turned ? [created[1], created[0]] : created;
    await like(ana, bia);
    await like(bia, ana);
    await block(ana, bia);
    assert.deepEqual(await blockedIds(ana), [bia.id]);
    const answers = await Promise.all([1, 2, 3].map(() => unblock(ana, bia.id)));
    for (const answer of answers) assert.deepEqual(answer.json(), { status: 'unblocked' });
    assert.deepEqual(await blockedIds(ana), []);
    const combinations = await praca.app.inject({
      url: `/social/user/${ana.id}/combinations`,
      headers: ana.headers,
    });
    assert.deepEqual(combinations.json(), []);
    assert.deepEqual(await like(ana, bia), { comStatus: 'liked' });
    assert.deepEqual(await like(bia, ana), { comStatus: 'combined' });
  }
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await block(ana, bia);
  assert.ok(!(await feedIds(bia)).includes(ana.id));
  await unblock(ana, bia.id);
  assert.ok((await feedIds(bia)).includes(ana.id) && (await feedIds(ana)).includes(bia.id));
});

test('an unblock gets the same answer for users who are not blocked or unknown, and ends only the caller’s block', async () => {
  const [ana, bia, eva] = (await people.create(3)) as [Person, Person, Person];
  await block(eva, ana);
  await block(ana, eva);
  for (const whom of [bia.id, bia.id.toUpperCase(), '00000000-0000-7000-8000-000000000000'])
    assert.deepEqual((await unblock(ana, whom)).json(), { status: 'unblocked' });
  assert.equal((await unblock(ana, 'nobody')).statusCode, 404);
  assert.equal((await unblock(ana, ana.id)).json().code, 'own_user');
  assert.equal(
    (await praca.app.inject({ method: 'DELETE', url: `/social/user/block/${bia.id}` })).statusCode,
    401,
  );
  assert.deepEqual(await unblock(bia, ana.id).then((answer) => answer.statusCode), 200);
  assert.deepEqual(await blockedIds(ana), [], 'eva has blocked as well');
  await unblock(eva, ana.id);
  assert.deepEqual(await blockedIds(ana), [eva.id], 'her own block remains');
});

const dayMs = 86_400_000;
const until = (days: number): string => new Date(praca.clock.nowMs() + days * dayMs).toISOString();
const blockFor = async (who: Person, whom: Person, days = '', in_ = praca) => {
  const url = `/social/user/block/${whom.id}${days === '' ? '' : `?days=${days}`}`;
  const answer = await in_.app.inject({ url, headers: who.headers });
  return {
    status: answer.statusCode,
    ...answer.json<{ blocked_until?: string | null; errors?: object[] }>(),
  };
};

test('a block lasts for the given number of days, permanently with 0, and BLOCK_DAYS by default', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  for (const [days, end] of [
    ['0', null],
    ['1', until(1)],
    ['36500', until(36_500)],
  ] as const)
    assert.equal((await blockFor(ana, bia, days)).blocked_until, end, `days=${days}`);
  await unblock(ana, bia.id);
  assert.equal((await blockFor(ana, bia)).blocked_until, until(30));
  const before = await walk(ana, 9);
  for (const days of ['-1', '36501', '1.5', 'NaN', 'infinity', ' ', '1&days=0']) {
    const { status, errors } = await blockFor(ana, bia, days);
    assert.equal(status, 400, days);
    assert.deepEqual(
      (errors as { field: string }[]).map(({ field }) => field),
      ['days'],
      days,
    );
  }
  assert.deepEqual(await walk(ana, 9), before);
});

test('repeating a block without days never shortens it; with days it does', async () => {
  for (const turned of [false, true]) {
    const created = (await people.create(2)) as [Person, Person];
    const [ana, bia] = turned ? [created[1], created[0]] : created;
    const ends = async () => (await walk(ana, 9)).map((card) => card.blocked_until);
    const steps = [
      ['', until(30)],
      ['60', until(60)],
      ['', until(60)],
      ['0', null],
      ['', null],
      ['7', until(7)],
      ['', until(30)],
    ] as const;
    for (const [days, end] of steps) {
      assert.equal((await blockFor(ana, bia, days)).blocked_until, end, `days=${days}`);
      assert.deepEqual(await ends(), [end]);
    }
    assert.equal(
      (await blockFor(bia, ana)).blocked_until,
      until(30),
      'a block by the other user is separate',
    );
  }
});

test('filters blocks by the number of days until they end', async () => {
  const [ana, ...others] = (await people.create(6)) as [Person, ...Person[]];
  for (const [index, days] of ['0', '30', '8', '7', '1'].entries())
    await blockFor(ana, others[index] as Person, days);
  const ask = async (query: string) =>
    praca.app.inject({ url: `/social/user/${ana.id}/blocks?${query}`, headers: ana.headers });
  const ids = async (query: string) => (await ask(query)).json<{ id: string }[]>().map(({ id }) => id);
  const [, , , seven, one] = others.map(({ id }) => id);
  assert.deepEqual(await ids('endsWithin=7'), [seven, one]);
  assert.deepEqual(await ids('endsWithin=6'), [one]);
  const first = await ask('endsWithin=7&limit=1');
  const next = /^<([^>]+)>; rel="next"$/.exec(String(first.headers['link']))?.[1] ?? '';
  const second = await praca.app.inject({ url: next, headers: ana.headers });
  assert.deepEqual(
    [...first.json<{ id: string }[]>(), ...second.json<{ id: string }[]>()].map(({ id }) => id),
    [seven, one],
  );
  assert.equal((await ids('')).length, 5);
  for (const days of ['0', '366', 'x']) assert.equal((await ask(`endsWithin=${days}`)).statusCode, 400);
});
