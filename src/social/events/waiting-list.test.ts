import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp, type TestDatabase } from '../../../test/support/app.ts';
import { createTestDatabase, dropAtEnd } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { openPeople, type People, type Person } from '../../../test/support/social-people.ts';

let one: TestApp;
let other: TestApp;
let database: TestDatabase;
let people: People;
before(async () => {
  database = await createTestDatabase();
  one = await openSocialApp({ database });
  other = await openSocialApp({ database });
  people = await openPeople(one);
});
after(async () => {
  await one.close();
  await other.close();
  dropAtEnd(database);
});

interface Confirmation {
  status: string;
  position?: number;
  participantsQty: number;
  code?: string;
}

const staff = async (method: 'POST' | 'PUT', path: string, payload: object) =>
  (
    await one.app.inject({
      method,
      url: `/social/staff/events${path}`,
      headers: await people.staffHeaders(),
      payload,
    })
  ).json<{ id: number }>();
const createEvent = async (capacity: number | null): Promise<number> =>
  (
    await staff('POST', '', {
      name: 'Show',
      startDate: new Date(one.clock.nowMs() + 48 * 3_600_000).toISOString(),
      endDate: new Date(one.clock.nowMs() + 50 * 3_600_000).toISOString(),
      category: 'Show',
      location: { name: 'Arena', city: 'Natal' },
      maximumAttendeeCapacity: capacity,
    })
  ).id;

const call = async (method: 'POST' | 'DELETE', eventId: number, person: Person, query = '', app = one) =>
  (
    await app.app.inject({
      method,
      url: `/social/event/${eventId}/confirm/${person.id}${query}`,
      headers: person.headers,
    })
  ).json<Confirmation>();
const confirm = (eventId: number, person: Person, app = one) => call('POST', eventId, person, '', app);
const wait = (eventId: number, person: Person, app = one) => call('POST', eventId, person, '?wait=true', app);
const cancel = (eventId: number, person: Person, app = one) => call('DELETE', eventId, person, '', app);
const shown = async (eventId: number, person?: Person) =>
  (await one.app.inject({ url: `/social/event/${eventId}/get`, headers: person?.headers ?? {} })).json<
    Record<string, unknown>
  >();

async function toldOf(eventId: number, person: Person): Promise<string[]> {
  const rows = await one.sql<{ notice: string }[]>`
    select body->>'notice' as notice from social.updates
    where user_id = ${person.id} and kind = 'event' and (body->>'eventId')::integer = ${eventId} order by seq`;
  return rows.map((row) => row.notice);
}

/**
 * Asserts that counters match the rows, that no seat of an active event is free while a user waits, and that no user
 * has both a seat and a list position.
 */
async function holdSeats(): Promise<void> {
  const wrong = await one.sql`
    select e.id, e.participants, e.waiting, e.capacity from social.events e
    where e.participants <> (select count(*) from social.attendances a where a.event_id = e.id)
       or e.waiting <> (select count(*) from social.waiting w where w.event_id = e.id)
       or e.participants > e.capacity
       or e.waiting > 0 and e.status <> 'EventCancelled' and (e.capacity is null or e.participants < e.capacity)
       or exists (select from social.attendances a join social.waiting w using (event_id, user_id) where event_id = e.id)`;
  assert.deepEqual([...wrong], []);
}

test('a waiting user gets the correct position, keeps it, and receives the seat that becomes free', async () => {
  const eventId = await createEvent(1);
  const [ana, bia, caio, duda] = (await people.create(4)) as [Person, Person, Person, Person];
  assert.equal((await wait(eventId, ana)).status, 'confirmed', 'a seat is free, so no user waits');
  assert.equal((await confirm(eventId, bia)).code, 'event_full');
  const positions = [await wait(eventId, bia), await wait(eventId, caio), await wait(eventId, duda)];
  assert.deepEqual(
    positions.map(({ status, position, participantsQty }) => [status, position, participantsQty]),
    [
      ['waiting', 1, 1],
      ['waiting', 2, 1],
      ['waiting', 3, 1],
    ],
  );
  assert.deepEqual(await wait(eventId, caio), positions[1], 'a repeat gets the same answer');
  assert.equal((await confirm(eventId, caio)).code, 'event_full', 'without wait, a full event is refused');
  assert.equal((await shown(eventId, caio))['isWaiting'], true);
  assert.equal((await shown(eventId, ana))['isWaiting'], false);
  assert.equal((await shown(eventId))['remainingAttendeeCapacity'], 0);

  assert.deepEqual(await cancel(eventId, bia), await cancel(eventId, bia), 'leaving the list, twice');
  assert.equal((await wait(eventId, caio)).position, 1);
  assert.equal((await cancel(eventId, ana)).participantsQty, 1, 'the seat was given at once');
  assert.equal((await wait(eventId, caio)).status, 'confirmed');
  assert.deepEqual(await toldOf(eventId, caio), ['seat']);
  assert.deepEqual(
    [await toldOf(eventId, ana), await toldOf(eventId, bia), await toldOf(eventId, duda)],
    [[], [], []],
  );
  assert.equal((await wait(eventId, duda)).position, 1);
  await holdSeats();
});

test('a deleted user frees all seats at once and on return gets those that are still free', async () => {
  const [full, roomy, waited] = [await createEvent(1), await createEvent(5), await createEvent(1)];
  const [ana, bia, caio] = (await people.create(3)) as [Person, Person, Person];
  const login = { method: 'POST' as const, url: '/social/oauth/token?user_id=seat-owner&name=Eva' };
  const { access_token: token } = (await one.app.inject(login)).json<{ access_token: string }>();
  const headers = { authorization: `Bearer ${token}` };
  const session = await one.app.inject({ url: '/social/oauth/session', headers });
  const eva = { ...ana, id: session.json<{ user_id: string }>().user_id, headers };
  for (const eventId of [full, roomy]) assert.equal((await confirm(eventId, eva)).status, 'confirmed');
  assert.equal((await confirm(waited, ana)).status, 'confirmed');
  assert.equal((await wait(waited, eva)).position, 1);
  assert.equal((await wait(waited, caio)).position, 2);
  assert.equal((await confirm(full, bia)).code, 'event_full');

  await one.app.inject({ method: 'POST', url: `/social/user/${eva.id}/delete`, headers });
  const seats = await shown(full);
  assert.deepEqual([seats['participantsQty'], seats['remainingAttendeeCapacity']], [0, 1]);
  assert.equal((await wait(waited, caio)).position, 1, 'a deleted user is not on the list');
  assert.equal((await confirm(full, bia)).status, 'confirmed');

  await one.app.inject(login);
  assert.equal((await shown(full))['participantsQty'], 1);
  assert.equal((await shown(roomy))['participantsQty'], 1);
  const [kept] = await one.sql<{ events: number[] }[]>`
    select array_agg(event_id) as events from social.attendances where user_id = ${eva.id}`;
  assert.deepEqual(kept?.events, [roomy]);
  await holdSeats();
});

test('the seat of a deleted user goes to the first waiting user', async () => {
  const eventId = await createEvent(1);
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await confirm(eventId, ana);
  await wait(eventId, bia);
  await one.app.inject({ method: 'POST', url: `/social/user/${ana.id}/delete`, headers: ana.headers });
  assert.equal((await confirm(eventId, bia)).status, 'confirmed');
  assert.deepEqual(await toldOf(eventId, bia), ['seat']);
});

test('additional seats go to the first users of a long list, with a job for the rest, and not to later users', async () => {
  const eventId = await createEvent(1);
  const [owner, late, ...crowd] = await people.create(132);
  assert.ok(owner && late);
  await confirm(eventId, owner);
  for (const person of crowd) await wait(eventId, person);
  await staff('PUT', `/${eventId}`, { maximumAttendeeCapacity: 128 });
  // A hundred have a seat, 27 are about to get one, and three will still wait.
  assert.equal((await confirm(eventId, late)).code, 'event_full');
  await one.runJobs();
  await until(async () => (await shown(eventId))['participantsQty'] === 128, 'the rest of the list');
  assert.deepEqual(
    [
      (await wait(eventId, crowd[126] as Person)).status,
      (await wait(eventId, crowd[127] as Person)).position,
    ],
    ['confirmed', 1],
  );
  await holdSeats();
  await staff('PUT', `/${eventId}`, { maximumAttendeeCapacity: null });
  assert.equal((await wait(eventId, crowd[129] as Person)).status, 'confirmed');
  await holdSeats();
});

test('the waiting list is kept while an event is cancelled, and its first users get free seats when it is reinstated', async () => {
  const eventId = await createEvent(2);
  const [ana, bia, caio, duda, eva, late] = (await people.create(6)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  for (const person of [ana, bia]) await confirm(eventId, person);
  for (const person of [caio, duda, eva]) await wait(eventId, person);
  await staff('POST', `/${eventId}/cancel`, {});
  for (const person of [caio, late]) assert.equal((await wait(eventId, person)).code, 'event_cancelled');
  await cancel(eventId, ana);
  await cancel(eventId, caio);
  assert.equal((await shown(eventId))['participantsQty'], 1, 'no seat is given meanwhile');
  assert.equal((await shown(eventId, duda))['isWaiting'], true);

  await staff('PUT', `/${eventId}`, { eventStatus: 'EventScheduled' });
  assert.equal((await confirm(eventId, late)).code, 'event_full', 'another user cannot take these seats');
  assert.equal((await wait(eventId, duda)).status, 'confirmed');
  assert.equal((await wait(eventId, eva)).position, 1);
  await one.runJobs();
  await until(async () => (await toldOf(eventId, eva)).includes('moved'), 'the notice of the reinstatement');
  assert.ok((await toldOf(eventId, duda)).includes('seat'));
  assert.deepEqual(await toldOf(eventId, late), []);
  await holdSeats();
});

test('a past event has no waiting list', async () => {
  const over = await createEvent(1);
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await confirm(over, ana);
  await wait(over, bia);
  const left = async () =>
    (
      await one.sql<{ id: number }[]>`select event_id as id from social.waiting where user_id = ${bia.id}`
    ).map(({ id }) => id);
  assert.deepEqual(await left(), [over]);
  await one.sql`update social.events set starts_at = ${new Date(1000)}, ends_at = ${new Date(2000)} where id = ${over}`;
  assert.equal((await wait(over, bia)).code, 'event_over');
  assert.equal((await cancel(over, ana)).participantsQty, 0, 'a seat at a past event is not given');
  await one.sql`select graphile_worker.add_job('social_tend_waiting_lists', '{}')`;
  await until(async () => (await left()).length === 0, 'the end of the list');
  await holdSeats();
});

test('seats that change hands concurrently over two processes go to one user each, in list order', async () => {
  const eventId = await createEvent(20);
  const crowd = await people.create(90);
  const holders = crowd.slice(0, 20);
  const waiters = crowd.slice(20, 60);
  const strangers = crowd.slice(60);
  for (const person of holders) await confirm(eventId, person);
  for (const person of waiters) await wait(eventId, person);
  const appOf = (index: number) => (index % 2 === 0 ? one : other);
  const leaving = holders.map((person, index) =>
    index % 5 === 0
      ? appOf(index).app.inject({
          method: 'POST',
          url: `/social/user/${person.id}/delete`,
          headers: person.headers,
        })
      : cancel(eventId, person, appOf(index)),
  );
  const grabbing = strangers.map((person, index) => confirm(eventId, person, appOf(index)));
  const repeating = waiters.slice(0, 10).map((person, index) => wait(eventId, person, appOf(index)));
  const giving = waiters.slice(30).map((person, index) => cancel(eventId, person, appOf(index)));
  await Promise.all([...leaving, ...giving]);
  for (const answer of await Promise.all(grabbing)) assert.equal(answer.code, 'event_full');
  for (const answer of await Promise.all(repeating))
    assert.ok(answer.status === 'confirmed' || answer.status === 'waiting', JSON.stringify(answer));
  await holdSeats();
  for (const person of waiters.slice(0, 20)) {
    assert.equal((await wait(eventId, person)).status, 'confirmed');
    assert.deepEqual(await toldOf(eventId, person), ['seat']);
  }
  for (const [index, person] of waiters.slice(20, 30).entries()) {
    assert.equal((await wait(eventId, person)).position, index + 1);
    assert.deepEqual(await toldOf(eventId, person), []);
  }
});

test('a user who joins many times concurrently is on the list once, and a deleted user is on none', async () => {
  const eventId = await createEvent(1);
  const [ana, bia, caio] = (await people.create(3)) as [Person, Person, Person];
  await confirm(eventId, ana);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => wait(eventId, bia, index % 2 === 0 ? one : other)),
  );
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  // In any order of events, a deleted user has neither a seat nor a list position.
  const roomy = await createEvent(null);
  await Promise.all([
    ...Array.from({ length: 5 }, () => wait(eventId, caio, other)),
    ...Array.from({ length: 5 }, () => confirm(roomy, caio, other)),
    one.app.inject({ method: 'POST', url: `/social/user/${caio.id}/delete`, headers: caio.headers }),
  ]);
  const [row] = await one.sql<{ count: number }[]>`
    select (select count(*) from social.waiting where user_id = ${caio.id})::integer
         + (select count(*) from social.attendances where user_id = ${caio.id})::integer as count`;
  assert.equal(row?.count, 0);
  await holdSeats();
});
