import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let database: TestDatabase;
let praca: TestApp;
let people: People;
before(async () => {
  database = await createTestDatabase();
  praca = await openSocialApp({ database });
  people = await openPeople(praca);
});
after(async () => {
  await praca.close();
  await database.drop();
});

const act = (who: Person, what: 'like' | 'dislike', whom: string) =>
  praca.app.inject({ method: 'POST', url: `/social/user/${what}/${whom}?access_token=${who.token}` });
const block = (who: Person, whom: string, headers: Record<string, string> = {}) =>
  praca.app.inject({ url: `/social/user/block/${whom}?access_token=${who.token}`, headers });
const list = async (who: Person): Promise<{ id: string; isCombination: number }[]> =>
  (await praca.app.inject({ url: `/social/user/${who.id}/combinations`, headers: who.headers })).json();
const feedIds = async (who: Person): Promise<string[]> =>
  (await praca.app.inject({ url: '/social/user/feed?limit=200', headers: who.headers }))
    .json<{ id: string }[]>()
    .map((card) => card.id);
const told = async (who: Person): Promise<number> => {
  const [row] = await praca.sql<{ count: number }[]>`
    select count(*)::int from social.updates where user_id = ${who.id} and kind = 'combination'`;
  return row?.count ?? 0;
};
async function readPage(url: string, who: Person): Promise<{ ids: string[]; next: string }> {
  const answer = await praca.app.inject({ url, headers: who.headers });
  const next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? '';
  return { ids: answer.json<{ id: string }[]>().map((card) => card.id), next };
}
/**
 * Asserts that each is in the other’s feed and list of combinations, so that a later absence is the effect of the
 * change.
 */
async function assertCombined(one: Person, other: Person): Promise<void> {
  for (const [viewer, shown] of [
    [one, other],
    [other, one],
  ] as const) {
    assert.deepEqual(
      (await list(viewer)).map(({ id }) => id),
      [shown.id],
    );
    assert.ok((await feedIds(viewer)).includes(shown.id));
  }
}
const pair = async (): Promise<[Person, Person]> => (await people.create(2)) as [Person, Person];

test('two likes combine two users in either order, and a repeated like changes nothing', async () => {
  for (const turned of [false, true]) {
    const created = await pair();
    const [ana, bia] = turned ? [created[1], created[0]] : created;
    assert.deepEqual((await act(ana, 'like', bia.id)).json(), { comStatus: 'liked' });
    assert.deepEqual((await act(ana, 'like', bia.id)).json(), { comStatus: 'liked' });
    assert.deepEqual((await act(bia, 'like', ana.id)).json(), { comStatus: 'combined' });
    assert.deepEqual((await act(bia, 'like', ana.id)).json(), { comStatus: 'combined' });
    assert.deepEqual((await act(ana, 'like', bia.id)).json(), { comStatus: 'combined' });
    for (const [one, other] of [
      [ana, bia],
      [bia, ana],
    ] as const) {
      const [only, ...more] = await list(one);
      assert.deepEqual([only?.id, only?.isCombination, more.length], [other.id, 1, 0]);
      assert.equal(await told(one), 1, 'told once');
    }
  }
});

test('a dislike undoes a combination for both, and only two new likes bring it back', async () => {
  const [ana, bia] = await pair();
  await act(ana, 'like', bia.id);
  await act(bia, 'like', ana.id);
  await assertCombined(ana, bia);
  assert.deepEqual((await act(ana, 'dislike', bia.id)).json(), { comStatus: 'none' });
  assert.deepEqual(await list(ana), []);
  assert.deepEqual(await list(bia), []);
  const shiftPasses = (sign: 1 | -1) => praca.sql`
    update social.pairs set low_passed_until = low_passed_until + ${sign} * interval '31 days',
      high_passed_until = high_passed_until + ${sign} * interval '31 days'
    where ${ana.id} in (low_id, high_id)`;
  for (const days of ['within', 'after', 'within']) {
    for (const [viewer, other] of [
      [ana, bia],
      [bia, ana],
    ] as const) {
      assert.equal((await feedIds(viewer)).includes(other.id), days === 'after', `${days} thirty days`);
    }
    await shiftPasses(days === 'within' ? -1 : 1);
  }
  assert.deepEqual((await act(ana, 'like', bia.id)).json(), { comStatus: 'liked' });
  assert.deepEqual((await act(bia, 'like', ana.id)).json(), { comStatus: 'combined' });
  assert.equal(await told(ana), 2);
});

test('a dislike by one user leaves the other user’s like unchanged', async () => {
  const [ana, bia] = await pair();
  await act(bia, 'like', ana.id);
  await act(ana, 'dislike', bia.id);
  assert.deepEqual((await act(ana, 'like', bia.id)).json(), { comStatus: 'combined' });
});

test('a skipped user returns to the feed after thirty days', async () => {
  const [ana, bia] = await pair();
  assert.ok((await feedIds(ana)).includes(bia.id));
  await act(ana, 'dislike', bia.id);
  assert.ok(!(await feedIds(ana)).includes(bia.id));
  await praca.sql`
    update social.pairs set low_passed_until = low_passed_until - interval '31 days',
      high_passed_until = high_passed_until - interval '31 days'
    where ${ana.id} in (low_id, high_id)`;
  assert.ok((await feedIds(ana)).includes(bia.id));
});

test('a block hides the two from each other everywhere, undoes the combination, and ends by itself', async () => {
  const [ana, bia] = await pair();
  await act(ana, 'like', bia.id);
  await act(bia, 'like', ana.id);
  await assertCombined(ana, bia);
  const answer = await block(ana, bia.id);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const { status, blocked_until: until } = answer.json();
  assert.equal(status, 'blocked');
  assert.equal(Math.round((Date.parse(until) - praca.clock.nowMs()) / 86_400_000), 30);
  for (const [one, other] of [
    [ana, bia],
    [bia, ana],
  ] as const) {
    assert.deepEqual(await list(one), []);
    assert.ok(!(await feedIds(one)).includes(other.id));
    assert.equal((await act(one, 'like', other.id)).statusCode, 404);
    assert.equal((await act(one, 'dislike', other.id)).statusCode, 404);
    const photos = { url: `/social/user/${other.id}/photos`, headers: one.headers };
    assert.equal((await praca.app.inject(photos)).statusCode, 403);
  }
  assert.equal((await block(bia, ana.id)).statusCode, 200, 'blocking back works');
  await praca.sql`
    update social.pairs set low_blocked_until = low_blocked_until - interval '31 days',
      high_blocked_until = high_blocked_until - interval '31 days' where ${ana.id} in (low_id, high_id)`;
  assert.ok(!(await feedIds(ana)).includes(bia.id), 'the combination was undone less than thirty days ago');
  await praca.sql`
    update social.pairs set low_passed_until = null, high_passed_until = null where ${ana.id} in (low_id, high_id)`;
  assert.ok((await feedIds(ana)).includes(bia.id));
  assert.deepEqual((await act(ana, 'like', bia.id)).json(), { comStatus: 'liked' });
});

test('a permanent block has no end', async () => {
  const forGood = await openSocialApp({ database, settings: { BLOCK_DAYS: '0' } });
  try {
    const [ana, bia] = await pair();
    assert.ok((await feedIds(bia)).includes(ana.id));
    const answer = await forGood.app.inject({ url: `/social/user/block/${bia.id}`, headers: ana.headers });
    assert.deepEqual(answer.json(), { status: 'blocked', blocked_until: null });
    assert.ok(!(await feedIds(bia)).includes(ana.id));
  } finally {
    await forGood.close();
  }
});

for (const [name, value] of [
  ['sec-purpose', 'prefetch;prerender'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
  ['x-purpose', 'preview'],
] as const) {
  test(`a prefetch by ${name} is refused and blocks no user`, async () => {
    const [ana, bia] = await pair();
    const answer = await block(ana, bia.id, { [name]: value });
    assert.equal(answer.statusCode, 403);
    assert.equal(answer.json().code, 'prefetch_refused');
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.ok((await feedIds(bia)).includes(ana.id));
  });
}

test('a HEAD request blocks no user', async () => {
  const [ana, bia] = await pair();
  const answer = await praca.app.inject({
    method: 'HEAD',
    url: `/social/user/block/${bia.id}`,
    headers: ana.headers,
  });
  assert.equal(answer.statusCode, 404);
  assert.ok((await feedIds(bia)).includes(ana.id));
});

test('rejects the caller’s own id and unknown ids', async () => {
  const [ana] = await pair();
  for (const reaction of ['like', 'dislike'] as const)
    assert.equal((await act(ana, reaction, ana.id)).json().code, 'own_user');
  assert.equal((await block(ana, ana.id)).json().code, 'own_user');
  for (const whom of ['nobody', '00000000-0000-7000-8000-000000000000']) {
    assert.equal((await act(ana, 'like', whom)).statusCode, 404);
    assert.equal((await act(ana, 'dislike', whom)).statusCode, 404);
    assert.equal((await block(ana, whom)).statusCode, 404);
  }
});

test('lists combinations by last message, page by page; an emptied chat or an undone combination changes the order', async () => {
  const [ana, ...others] = (await people.create(5)) as [Person, ...Person[]];
  const [bia, carla, davi, eva] = others as [Person, Person, Person, Person];
  const step = () => void (praca.clock.offsetMs += 1000);
  for (const other of others) {
    await act(ana, 'like', other.id);
    await act(other, 'like', ana.id);
    step();
  }
  const names = new Map(others.map((other, index) => [other.id, 'bcde'[index]]));
  const order = async () => (await list(ana)).map(({ id }) => names.get(id)).join('');
  const chat = (from: Person, to: Person) => ({
    url: `/social/user/${from.id}/chat/${to.id}`,
    headers: from.headers,
  });
  const write = async (from: Person, to: Person) => {
    const answer = await praca.app.inject({ method: 'POST', ...chat(from, to), payload: { message: 'oi' } });
    assert.equal(answer.statusCode, 200);
    step();
  };
  assert.equal(await order(), 'edcb');
  await write(ana, bia);
  await write(carla, ana);
  assert.equal(await order(), 'cbed');
  await write(bia, ana);
  assert.equal(await order(), 'bced');
  const first = await readPage(`/social/user/${ana.id}/combinations?limit=3`, ana);
  const second = await readPage(first.next, ana);
  assert.equal([...first.ids, ...second.ids].map((id) => names.get(id)).join(''), 'bced');
  const emptied = { ...chat(ana, bia), url: `${chat(ana, bia).url}/ALL` };
  assert.equal((await praca.app.inject({ method: 'DELETE', ...emptied })).statusCode, 200);
  assert.equal(await order(), 'cedb', 'the chat has no message for ana');
  assert.deepEqual(
    (await list(bia)).map(({ id }) => id),
    [ana.id],
  );
  await act(ana, 'dislike', carla.id);
  await act(ana, 'like', carla.id);
  await act(carla, 'like', ana.id);
  step();
  await write(davi, ana);
  await write(eva, ana);
  assert.equal(await order(), 'edcb');
});

test('lists combinations newest first, page by page, without deleted users', async () => {
  const [ana, ...others] = (await people.create(6)) as [Person, ...Person[]];
  for (const other of others) {
    await act(ana, 'like', other.id);
    await act(other, 'like', ana.id);
    praca.clock.offsetMs += 1000;
  }
  const gone = others[2] as Person;
  await praca.app.inject({ method: 'POST', url: `/social/user/${gone.id}/delete`, headers: gone.headers });
  const expected = others.filter((other) => other !== gone).toReversed();
  const seen: string[] = [];
  for (let url = `/social/user/${ana.id}/combinations?limit=2`; url !== '';) {
    const page = await readPage(url, ana);
    seen.push(...page.ids);
    url = page.next;
  }
  assert.deepEqual(
    seen,
    expected.map((other) => other.id),
  );
});
