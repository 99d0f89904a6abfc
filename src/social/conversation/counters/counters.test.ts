import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp({ settings: { MESSAGES_PER_MINUTE: '0' } });
  people = await openPeople(praca);
});
after(() => praca.close());

const post = (who: Person, path: string, payload?: object) =>
  praca.app.inject({
    method: 'POST',
    url: `/social/user/${path}`,
    headers: who.headers,
    ...(payload ? { payload } : {}),
  });
const get = (who: Person, path: string) =>
  praca.app.inject({ url: `/social/user/${path}`, headers: who.headers });
const like = (who: Person, whom: Person) => post(who, `like/${whom.id}`);
const send = (who: Person, whom: Person) => post(who, `${who.id}/chat/${whom.id}`, { message: 'Oi' });
/** Unread messages, new combinations and likes. */
async function counters(who: Person): Promise<[number, number, number]> {
  const answer = (await get(who, `${who.id}/counters`)).json();
  assert.deepEqual(Object.keys(answer), ['unreadQty', 'newCombinationsQty', 'likesQty']);
  return [answer.unreadQty, answer.newCombinationsQty, answer.likesQty];
}
async function combine(one: Person, other: Person): Promise<void> {
  await like(one, other);
  await like(other, one);
  praca.clock.offsetMs += 10;
}
const twoOf = async () => (await people.create(2)) as [Person, Person];

test('each counter follows changes on both sides of a pair', async () => {
  for (const turned of [false, true]) {
    const created = await twoOf();
    const [ana, bia] = turned ? [created[1], created[0]] : created;
    assert.deepEqual(await counters(ana), [0, 0, 0]);
    await like(bia, ana);
    assert.deepEqual(await counters(ana), [0, 0, 1]);
    await like(ana, bia);
    assert.deepEqual(await counters(ana), [0, 1, 0]);
    assert.deepEqual(await counters(bia), [0, 1, 0]);
    await send(bia, ana);
    await send(bia, ana);
    assert.deepEqual(await counters(ana), [2, 1, 0]);
    assert.deepEqual(await counters(bia), [0, 1, 0], 'own messages do not count');
    await praca.app.inject({
      method: 'HEAD',
      url: `/social/user/${ana.id}/combinations`,
      headers: ana.headers,
    });
    assert.deepEqual(await counters(ana), [2, 1, 0], 'a HEAD request does not count as seen');
    await get(ana, `${ana.id}/combinations`);
    assert.deepEqual(await counters(ana), [2, 0, 0]);
    await get(ana, `${ana.id}/chat/${bia.id}`);
    assert.deepEqual(await counters(ana), [0, 0, 0]);
    assert.deepEqual(await counters(bia), [0, 1, 0], 'each user has an own counter');
  }
});

test('combinations after the first page of the list are new, regardless of later pages read', async () => {
  const [ana, ...others] = (await people.create(6)) as [Person, ...Person[]];
  for (const other of others.slice(0, 3)) await combine(ana, other);
  assert.deepEqual(await counters(ana), [0, 3, 0]);
  const first = await get(ana, `${ana.id}/combinations?limit=1`);
  assert.deepEqual(await counters(ana), [0, 0, 0]);
  await combine(ana, others[3] as Person);
  await combine(ana, others[4] as Person);
  const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1] ?? '';
  await praca.app.inject({ url: next, headers: ana.headers });
  assert.deepEqual(await counters(ana), [0, 2, 0], 'a later page does not count as seen');
  await post(ana, `dislike/${others[4]?.id}`);
  assert.deepEqual(await counters(ana), [0, 1, 0]);
  await Promise.all([1, 2, 3].map(() => get(ana, `${ana.id}/combinations`)));
  assert.deepEqual(await counters(ana), [0, 0, 0]);
});

test('undone, blocked and deleted pairs stop counting, and a restored user counts again', async () => {
  const [ana, undone, blocked, blocker, gone] = (await people.create(5)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  const block = (who: Person, whom: Person) => get(who, `block/${whom.id}`);
  const steps: (() => Promise<unknown>)[] = [
    () => post(ana, `dislike/${undone.id}`),
    () => block(ana, blocked),
    () => block(blocker, ana),
    () => post(gone, `${gone.id}/delete`),
  ];
  for (const other of [undone, blocked, blocker, gone]) {
    await combine(ana, other);
    await send(other, ana);
  }
  let left = 4;
  assert.deepEqual(await counters(ana), [left, left, 0]);
  for (const step of steps) {
    await step();
    left--;
    assert.deepEqual(await counters(ana), [left, left, 0]);
  }
  await praca.sql`update social.users set deleted_at = null where id = ${gone.id}`;
  assert.deepEqual(await counters(ana), [1, 1, 0]);
});

test('deleted messages, hidden messages and emptied chats are not unread', async () => {
  const [ana, bia] = await twoOf();
  await combine(ana, bia);
  const sent: string[] = [];
  for (let turn = 0; turn < 4; turn++) sent.push((await send(bia, ana)).json<{ id: string }>().id);
  const remove = (who: Person, whom: Person, what: string) =>
    praca.app.inject({
      method: 'DELETE',
      url: `/social/user/${who.id}/chat/${whom.id}/${what}`,
      headers: who.headers,
    });
  await remove(bia, ana, sent[0] ?? '');
  assert.equal((await counters(ana))[0], 3);
  await remove(ana, bia, sent[1] ?? '');
  assert.equal((await counters(ana))[0], 2);
  await remove(ana, bia, 'ALL');
  assert.equal((await counters(ana))[0], 0);
});

test('every counter stops at 100', async () => {
  const [ana] = (await people.create(1)) as [Person];
  const others = await people.create(120);
  for (const other of others) await people.combine(ana, other);
  assert.deepEqual(await counters(ana), [0, 100, 0]);
  const busy = others[0] as Person;
  await send(busy, ana);
  await praca.sql`
    update social.chats set low_unread = low_unread * 250, high_unread = high_unread * 250
    where ${ana.id} in (low_id, high_id)`;
  assert.deepEqual(await counters(ana), [100, 100, 0]);
});
