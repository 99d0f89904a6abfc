import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

interface Likes {
  likesQty: number;
  likes: { id: string; name: string; liked_at: string; isCombination: number }[] | null;
}
const act = (who: Person, what: 'like' | 'dislike', whom: Person) =>
  praca.app.inject({ method: 'POST', url: `/social/user/${what}/${whom.id}`, headers: who.headers });
const block = (who: Person, whom: Person) =>
  praca.app.inject({ url: `/social/user/block/${whom.id}`, headers: who.headers });
const unblock = (who: Person, whom: Person) =>
  praca.app.inject({ method: 'DELETE', url: `/social/user/block/${whom.id}`, headers: who.headers });
const ask = (who: Person, what: string, as = who) =>
  praca.app.inject({ url: `/social/user/${who.id}/${what}`, headers: as.headers });
const likes = async (who: Person): Promise<Likes> => (await ask(who, 'likes')).json();
const ids = async (who: Person) => (await likes(who)).likes?.map((card) => card.id);
async function numbers(who: Person): Promise<[number, number]> {
  const { likesQty } = (await ask(who, 'counters')).json<{ likesQty: number }>();
  return [(await likes(who)).likesQty, likesQty];
}
const setPremium = (who: Person, isPremium: boolean) =>
  praca.sql`update social.users set is_premium = ${isPremium} where id = ${who.id}`;
async function premium(count: number): Promise<[Person, ...Person[]]> {
  const created = (await people.create(count)) as [Person, ...Person[]];
  await setPremium(created[0], true);
  return created;
}
const later = () => (praca.clock.offsetMs += 1000);

test('a premium user sees received likes, newest first, page by page', async () => {
  const [ana, ...others] = await premium(6);
  for (const other of others) {
    await act(other, 'like', ana);
    later();
  }
  const expected = others.map((other) => other.id).toReversed();
  const page = await likes(ana);
  assert.equal(page.likesQty, 5);
  assert.deepEqual(
    page.likes?.map((card) => card.id),
    expected,
  );
  const times = page.likes?.map((card) => card.liked_at) ?? [];
  assert.deepEqual(times, times.toSorted().toReversed());
  assert.deepEqual(
    page.likes?.map((card) => card.isCombination),
    [0, 0, 0, 0, 0],
  );
  const seen: string[] = [];
  for (let url = `/social/user/${ana.id}/likes?limit=2`; url !== '';) {
    const answer = await praca.app.inject({ url, headers: ana.headers });
    seen.push(...(answer.json<Likes>().likes ?? []).map((card) => card.id));
    url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? '';
  }
  assert.deepEqual(seen, expected);
  assert.deepEqual(await numbers(ana), [5, 5]);
});

test('for a premium user, people with a reaction and invisible people are in neither the list nor the number', async () => {
  const [ana, liked, passed, blocked, blocker, gone, takenBack, left] = (await premium(8)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  for (const other of [liked, passed, blocked, blocker, gone, takenBack, left]) await act(other, 'like', ana);
  assert.equal((await likes(ana)).likesQty, 7);
  assert.deepEqual((await act(ana, 'like', liked)).json(), { comStatus: 'combined' });
  await act(ana, 'dislike', passed);
  await block(ana, blocked);
  await block(blocker, ana);
  await praca.app.inject({ method: 'POST', url: `/social/user/${gone.id}/delete`, headers: gone.headers });
  await act(takenBack, 'dislike', ana);
  assert.deepEqual(await ids(ana), [left.id]);
  assert.deepEqual(await numbers(ana), [1, 1]);
  // A passed-over person returns together with the feed, an unblocked one at once.
  await praca.sql`
    update social.pairs set low_passed_until = low_passed_until - interval '31 days',
      high_passed_until = high_passed_until - interval '31 days' where ${ana.id} in (low_id, high_id)`;
  await unblock(ana, blocked);
  assert.deepEqual(new Set(await ids(ana)), new Set([left.id, passed.id, blocked.id]));
  assert.deepEqual(await numbers(ana), [3, 3]);
});

test('a user without premium gets only the number, which own reactions do not change', async () => {
  const [ana, ...likers] = (await people.create(5)) as [Person, ...Person[]];
  const strangers = await people.create(4);
  for (const liker of likers) await act(liker, 'like', ana);
  assert.deepEqual(await likes(ana), { likesQty: 4, likes: null });
  const undo = () => praca.app.inject({ method: 'POST', url: '/social/user/undo', headers: ana.headers });
  const doings: ((whom: Person) => Promise<unknown>)[] = [
    (whom) => act(ana, 'dislike', whom),
    (whom) => block(ana, whom),
    (whom) => unblock(ana, whom),
    () => undo(),
  ];
  for (const whom of [...likers, ...strangers]) {
    for (const doing of doings) {
      await doing(whom);
      assert.deepEqual(await numbers(ana), [4, 4]);
    }
  }
  // A like is the exception: its answer reveals whether the other has liked the user.
  assert.deepEqual((await act(ana, 'like', likers[0] as Person)).json(), { comStatus: 'combined' });
  assert.deepEqual((await act(ana, 'like', strangers[0] as Person)).json(), { comStatus: 'liked' });
  assert.deepEqual(await numbers(ana), [3, 3]);
  const answer = await ask(ana, 'likes?limit=1');
  assert.deepEqual(answer.json(), { likesQty: 3, likes: null });
  assert.equal(answer.headers['link'], undefined);
  // Reactions of the other people do change the number.
  await act(likers[1] as Person, 'dislike', ana);
  await block(likers[2] as Person, ana);
  assert.deepEqual(await numbers(ana), [1, 1]);
});

test('the number stops at 100', async () => {
  const [ana] = (await people.create(1)) as [Person];
  const likers = await people.create(103);
  await praca.sql`
    insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at)
    select least(id, ${ana.id}::uuid), greatest(id, ${ana.id}::uuid),
           case when id < ${ana.id}::uuid then ${praca.clock.now()}::timestamptz end,
           case when id > ${ana.id}::uuid then ${praca.clock.now()}::timestamptz end
    from unnest(${likers.map((liker) => liker.id)}::uuid[]) as liker (id)`;
  for (const isPremium of [false, true]) {
    await setPremium(ana, isPremium);
    assert.deepEqual(await numbers(ana), [100, 100]);
  }
  assert.equal((await ask(ana, 'likes?limit=200')).json<Likes>().likes?.length, 103);
});

test('rejects an invalid cursor', async () => {
  const [ana] = (await premium(1)) as [Person];
  for (const what of ['likes?cursor=nonsense', 'blocks?cursor=nonsense'])
    assert.equal((await ask(ana, what)).statusCode, 400, what);
});
