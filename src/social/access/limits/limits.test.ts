import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { openSocialApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let database: TestDatabase;
let one: TestApp;
/** Another process on the same database. */
let two: TestApp;
let people: People;
const settings = { LIKES_PER_DAY: '5', MESSAGES_PER_MINUTE: '5', REPORTS_PER_DAY: '5' };
before(async () => {
  database = await createTestDatabase();
  [one, two] = await Promise.all([
    openSocialApp({ database, settings }),
    openSocialApp({ database, settings }),
  ]);
  people = await openPeople(one);
});
after(async () => {
  await one.close();
  await two.close();
  await database.drop();
});

const create = async (count: number) => (await people.create(count)) as [Person, ...Person[]];
type Act = (praca: TestApp, who: Person, whom: Person) => Promise<LightMyRequestResponse>;
const post =
  (path: (who: Person, whom: Person) => string, payload?: object): Act =>
  (praca, who, whom) =>
    praca.app.inject({
      method: 'POST',
      url: `/social/user/${path(who, whom)}`,
      headers: who.headers,
      ...(payload ? { payload } : {}),
    });
const like = post((_, whom) => `like/${whom.id}`);
const dislike = post((_, whom) => `dislike/${whom.id}`);
const send = post((who, whom) => `${who.id}/chat/${whom.id}`, { message: 'Oi 🎈' });
const report = post((who, whom) => `${who.id}/report/${whom.id}`, { reason: '🎈', category: 'other' });
const rows = async (what: 'likes' | 'messages' | 'reports', who: Person): Promise<number> => {
  const sql = one.sql;
  const [row] =
    what === 'likes'
      ? await sql<{ count: number }[]>`
          select count(*)::integer from social.pairs
          where (low_id = ${who.id} and low_liked_at is not null) or (high_id = ${who.id} and high_liked_at is not null)`
      : what === 'messages'
        ? await sql<{ count: number }[]>`
            select count(*)::integer from social.messages
            where case when from_low then low_id else high_id end = ${who.id}`
        : await sql<{ count: number }[]>`
            select count(*)::integer from social.reports where reporter_id = ${who.id}`;
  return row?.count ?? 0;
};
function moveClocks(ms: number): void {
  one.clock.offsetMs += ms;
  two.clock.offsetMs += ms;
}
const dayMs = 86_400_000;
const untilMidnightMs = 30 * 60_000;
/** Moves to half an hour before midnight in São Paulo, when the tokens of a test are still valid. */
function moveToEvening(): void {
  const nowMs = one.clock.nowMs();
  moveClocks(Math.ceil(nowMs / dayMs) * dayMs + 3 * 3_600_000 - untilMidnightMs - nowMs);
}

for (const { what, act, limit, window } of [
  { what: 'likes', act: like, limit: 'likes_per_day', window: 'day' },
  { what: 'messages', act: send, limit: 'messages_per_minute', window: 'minute' },
  { what: 'reports', act: report, limit: 'reports_per_day', window: 'day' },
] as const) {
  test(`of ten simultaneous ${what} in two processes exactly five succeed, and later five more`, async () => {
    moveToEvening();
    // The clock keeps running, and the requests may take a while.
    const startMs = one.clock.nowMs();
    const [ana, ...others] = await create(11);
    if (what === 'messages') for (const other of others) await people.combine(ana, other);
    const burst = () =>
      Promise.all(others.map((other, index) => act(index % 2 === 0 ? one : two, ana, other)));
    const answers = await burst();
    const passedMs = one.clock.nowMs() - startMs;
    const refused = answers.filter((answer) => answer.statusCode === 429);
    assert.equal(refused.length, 5);
    assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 5);
    assert.equal(await rows(what, ana), 5);
    for (const answer of refused) {
      const { code, limit: named, detail } = answer.json();
      assert.deepEqual([code, named], ['limit_reached', limit]);
      assert.match(detail, new RegExp(`^At most 5 ${what} a ${window}`));
      const seconds = Number(answer.headers['retry-after']);
      const most = window === 'minute' ? 60_000 : untilMidnightMs;
      assert.ok(seconds * 1000 <= most + 1000 && seconds * 1000 >= most - passedMs, String(seconds));
      assert.equal(answer.headers['ratelimit-limit'], '5');
    }
    // Waits as long as the answer said.
    moveClocks(Number(refused[0]?.headers['retry-after']) * 1000);
    const again = await burst();
    assert.equal(again.filter((answer) => answer.statusCode === 200).length, what === 'likes' ? 10 : 5);
    assert.equal(await rows(what, ana), 10);
  });
}

test('repeating a like costs nothing, even ten times in the same millisecond, and a new like costs one', async (t) => {
  moveToEvening();
  const nowMs = one.clock.nowMs();
  for (const { clock } of [one, two]) t.mock.method(clock, 'nowMs', () => nowMs);
  const [ana, ...others] = await create(8);
  const [bia] = others as [Person];
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => like(n % 2 ? one : two, ana, bia)));
  for (const answer of answers) assert.deepEqual(answer.json(), { comStatus: 'liked' });
  for (const other of others.slice(1, 5)) assert.equal((await like(one, ana, other)).statusCode, 200);
  assert.equal((await like(one, ana, others[5] as Person)).statusCode, 429);
  assert.deepEqual((await like(one, ana, bia)).json(), { comStatus: 'liked' }, 'also beyond the limit');
  await dislike(one, ana, bia);
  assert.equal((await like(one, ana, bia)).statusCode, 429);
});

test('a like beyond the limit that would make a combination is refused and notifies neither user', async () => {
  moveToEvening();
  const [ana, ...others] = await create(7);
  const bia = others[5] as Person;
  await like(one, bia, ana);
  for (const other of others.slice(0, 5)) await like(one, ana, other);
  assert.equal((await like(one, ana, bia)).statusCode, 429);
  const [told] = await one.sql<{ count: number }[]>`
    select count(*)::integer from social.updates where user_id in (${ana.id}, ${bia.id})`;
  assert.equal(told?.count, 0);
  moveClocks(untilMidnightMs);
  assert.deepEqual((await like(one, ana, bia)).json(), { comStatus: 'combined' });
  const fresh = await create(5);
  const answers = await Promise.all(fresh.map((other) => like(one, ana, other)));
  assert.equal(
    answers.filter((answer) => answer.statusCode === 200).length,
    4,
    'the combining one was counted',
  );
});

test('becoming premium removes the limit of likes at once', async () => {
  moveToEvening();
  const [ana, ...others] = await create(9);
  for (const other of others.slice(0, 5)) await like(one, ana, other);
  assert.equal((await like(one, ana, others[5] as Person)).statusCode, 429);
  const becomes = (is_premium: string) =>
    one.app.inject({
      method: 'PUT',
      url: '/social/user/perfil',
      headers: ana.headers,
      payload: { is_premium },
    });
  await becomes('true');
  for (const other of others.slice(5, 7)) assert.equal((await like(one, ana, other)).statusCode, 200);
  await becomes('false');
  assert.equal((await like(one, ana, others[7] as Person)).statusCode, 429);
});

test('a request that is refused for another reason costs nothing', async () => {
  moveToEvening();
  const [ana, bia, ...others] = (await create(8)) as [Person, Person, ...Person[]];
  const nobody = { ...ana, id: '00000000-0000-7000-8000-000000000000' };
  await one.app.inject({ url: `/social/user/block/${ana.id}`, headers: bia.headers });
  for (let turn = 0; turn < 6; turn++) {
    assert.equal((await like(one, ana, bia)).statusCode, 404);
    assert.equal((await like(one, ana, nobody)).statusCode, 404);
    assert.equal((await report(one, ana, nobody)).statusCode, 404);
    assert.equal((await send(one, ana, bia)).statusCode, 403);
  }
  for (const other of others.slice(0, 5)) assert.equal((await like(one, ana, other)).statusCode, 200);
  assert.equal((await report(one, ana, bia)).statusCode, 200);
});

test('repeating a message with its client_id costs nothing and is answered, even beyond the limit', async () => {
  moveToEvening();
  const [ana, bia] = (await create(2)) as [Person, Person];
  await people.combine(ana, bia);
  const sendAs = (client_id: string) =>
    post((who, whom) => `${who.id}/chat/${whom.id}`, { message: 'once', client_id })(one, ana, bia);
  const first = await sendAs('first');
  for (let turn = 0; turn < 8; turn++) assert.deepEqual((await sendAs('first')).json(), first.json());
  for (const client of ['b', 'c', 'd', 'e']) assert.equal((await sendAs(client)).statusCode, 200);
  assert.equal((await sendAs('f')).statusCode, 429);
  assert.deepEqual((await sendAs('first')).json(), first.json());
  assert.equal(await rows('messages', ana), 5);
  // The minute that began with the first message is over for all of them.
  moveClocks(60_000);
  assert.equal((await sendAs('f')).statusCode, 200);
});

test('the day ends at midnight in São Paulo, and 0 means no limit', async () => {
  moveToEvening();
  const [ana, ...others] = await create(12);
  for (const other of others.slice(0, 5)) await like(one, ana, other);
  assert.equal((await like(one, ana, others[5] as Person)).statusCode, 429);
  moveClocks(untilMidnightMs);
  assert.equal((await like(one, ana, others[5] as Person)).statusCode, 200);
  const unlimited = await openSocialApp({ database, settings: { ...settings, LIKES_PER_DAY: '0' } });
  unlimited.clock.offsetMs = one.clock.offsetMs;
  try {
    for (const other of others) assert.equal((await like(unlimited, ana, other)).statusCode, 200);
  } finally {
    await unlimited.close();
  }
});

test('a lowered limit applies at once', async () => {
  moveToEvening();
  const [ana, ...others] = await create(6);
  for (const other of others.slice(0, 3)) await like(one, ana, other);
  const stricter = await openSocialApp({ database, settings: { ...settings, LIKES_PER_DAY: '2' } });
  stricter.clock.offsetMs = one.clock.offsetMs;
  try {
    assert.equal((await like(stricter, ana, others[3] as Person)).statusCode, 429);
    assert.equal((await like(one, ana, others[3] as Person)).statusCode, 200);
  } finally {
    await stricter.close();
  }
});

test('reports of events count towards the reports of a day', async () => {
  const [ana, ...others] = await create(6);
  const made = await one.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: await people.staffHeaders(),
    payload: {
      name: 'Roda de samba',
      description: 'Samba',
      category: 'Music',
      startDate: new Date(one.clock.nowMs() + 3_600_000).toISOString(),
      endDate: new Date(one.clock.nowMs() + 7_200_000).toISOString(),
      location: { name: 'Praça', city: 'Recife' },
    },
  });
  assert.equal(made.statusCode, 200, made.body);
  for (const other of others) assert.equal((await report(one, ana, other)).statusCode, 200);
  const refused = await one.app.inject({
    method: 'POST',
    url: `/social/user/${ana.id}/report/event/${made.json().id}`,
    headers: ana.headers,
    payload: { reason: 'x' },
  });
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'limit_reached']);
});
