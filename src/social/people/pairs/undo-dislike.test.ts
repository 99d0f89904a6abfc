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

const act = (who: Person, what: 'like' | 'dislike', whom: Person) =>
  praca.app.inject({ method: 'POST', url: `/social/user/${what}/${whom.id}`, headers: who.headers });
const undo = (who: Person) =>
  praca.app.inject({ method: 'POST', url: `/social/user/undo?access_token=${who.token}` });
const codeOf = async (who: Person): Promise<unknown> => {
  const answer = await undo(who);
  return [answer.statusCode, answer.json<{ code?: string }>().code];
};
const nothing = [409, 'nothing_to_undo'];
const feedIds = async (who: Person): Promise<string[]> =>
  (await praca.app.inject({ url: '/social/user/feed?limit=200', headers: who.headers }))
    .json<{ id: string }[]>()
    .map((card) => card.id);
async function premium(count: number): Promise<[Person, ...Person[]]> {
  const created = (await people.create(count)) as [Person, ...Person[]];
  await praca.sql`update social.users set is_premium = true where id = ${created[0].id}`;
  return created;
}

test('the last dislike can be undone once, and the other user returns to the feed', async () => {
  const [ana, bia, eva] = (await premium(3)) as [Person, Person, Person];
  assert.deepEqual(await codeOf(ana), nothing);
  await act(ana, 'dislike', bia);
  await act(ana, 'dislike', eva);
  // A repeated dislike counts as the same dislike.
  await act(ana, 'dislike', eva);
  const answer = await undo(ana);
  assert.equal(answer.statusCode, 200);
  const { status, card } = answer.json<{ status: string; card: { id: string; isCombination: number } }>();
  assert.deepEqual([status, card.id, card.isCombination], ['undone', eva.id, 0]);
  const feed = await feedIds(ana);
  assert.ok(feed.includes(eva.id) && !feed.includes(bia.id), 'the previous dislike stays');
  assert.deepEqual(await codeOf(ana), nothing);
  await act(ana, 'dislike', bia);
  assert.equal((await undo(ana)).statusCode, 200);
});

test('only premium users can undo, also a dislike from before they were premium', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  assert.deepEqual(await codeOf(ana), [403, 'premium_only']);
  await act(ana, 'dislike', bia);
  assert.deepEqual(await codeOf(ana), [403, 'premium_only']);
  await praca.sql`update social.users set is_premium = true where id = ${ana.id}`;
  assert.equal((await undo(ana)).statusCode, 200);
  assert.equal((await praca.app.inject({ method: 'POST', url: '/social/user/undo' })).statusCode, 401);
});

test('a dislike that undid a combination cannot be undone, also when repeated, and the combination does not return', async () => {
  for (const turned of [false, true]) {
    const created = (await premium(2)) as [Person, Person];
    await praca.sql`update social.users set is_premium = true where id = ${created[1].id}`;
    const [ana, bia] = turned ? [created[1], created[0]] : created;
    await act(ana, 'like', bia);
    await act(bia, 'like', ana);
    await act(ana, 'dislike', bia);
    assert.deepEqual(await codeOf(ana), [409, 'undid_combination']);
    await act(ana, 'dislike', bia);
    assert.deepEqual(await codeOf(ana), [409, 'undid_combination']);
    assert.deepEqual(await codeOf(bia), nothing);
    assert.ok(!(await feedIds(ana)).includes(bia.id));
    const [pair] = await praca.sql<{ combined: boolean }[]>`
      select combined_at is not null as combined from social.pairs where ${ana.id} in (low_id, high_id)`;
    assert.equal(pair?.combined, false);
  }
});

test('undoing a dislike does not restore the like that it removed, so a like by the other user does not combine', async () => {
  const [ana, bia] = (await premium(2)) as [Person, Person];
  await act(ana, 'like', bia);
  await act(ana, 'dislike', bia);
  await act(bia, 'like', ana);
  assert.equal((await undo(ana)).statusCode, 200);
  const combinations = await praca.app.inject({
    url: `/social/user/${ana.id}/combinations`,
    headers: ana.headers,
  });
  assert.deepEqual(combinations.json(), []);
  assert.ok((await feedIds(ana)).includes(bia.id));
  assert.deepEqual((await act(ana, 'like', bia)).json(), { comStatus: 'combined' });
});

test('a dislike cannot be undone after a like, a block by either side, a deletion, or its end', async () => {
  const [ana, ...others] = await premium(7);
  const block = (who: Person, whom: Person) =>
    praca.app.inject({ url: `/social/user/block/${whom.id}`, headers: who.headers });
  const overtake: ((other: Person) => Promise<unknown>)[] = [
    (other) => act(ana, 'like', other),
    (other) => block(ana, other),
    (other) => block(other, ana),
    (other) =>
      praca.app.inject({
        method: 'POST',
        url: `/social/user/${other.id}/delete`,
        headers: other.headers,
      }),
    async () => {
      await praca.sql`
        update social.last_dislikes set passed_until = passed_until - interval '31 days' where user_id = ${ana.id}`;
      await praca.sql`
        update social.pairs set low_passed_until = low_passed_until - interval '31 days',
          high_passed_until = high_passed_until - interval '31 days' where ${ana.id} in (low_id, high_id)`;
    },
  ];
  for (const [index, doing] of overtake.entries()) {
    const other = others[index] as Person;
    await act(ana, 'dislike', other);
    await doing(other);
    assert.deepEqual(await codeOf(ana), nothing, String(index));
  }
});

test('of concurrent undos one succeeds, and the other side’s pass does not change', async () => {
  const [ana, bia] = (await premium(2)) as [Person, Person];
  await act(bia, 'dislike', ana);
  await act(ana, 'dislike', bia);
  const answers = await Promise.all(Array.from({ length: 8 }, () => undo(ana)));
  const statuses = answers.map((answer) => answer.statusCode).toSorted((one, other) => one - other);
  assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
  assert.ok((await feedIds(ana)).includes(bia.id));
  assert.ok(!(await feedIds(bia)).includes(ana.id));
});

test('an undo concurrent with new dislikes undoes exactly the one in its answer', async () => {
  for (let turn = 0; turn < 15; turn++) {
    const [ana, first, second] = (await premium(3)) as [Person, Person, Person];
    await act(ana, 'dislike', first);
    const [answer] = await Promise.all([undo(ana), act(ana, 'dislike', second), act(ana, 'dislike', first)]);
    const feed = await feedIds(ana);
    const back = [first, second].filter((other) => feed.includes(other.id)).map((other) => other.id);
    // If the same user was disliked again after the undo, no user is back in the feed.
    const { card } = answer.json<{ card?: { id: string } }>();
    assert.ok(back.length === 0 || (back.length === 1 && back[0] === card?.id), JSON.stringify(back));
    assert.equal(answer.statusCode, 200);
  }
});
