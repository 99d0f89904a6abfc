import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { breakingSql, Countdown, Killed } from '../../../../test/support/breaking-sql.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { until } from '../../../../test/support/process.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { advanceClock } from '../../../platform/shared-clock.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { describeNotification } from '../../account/notifications/describe-notification.ts';
import type { ViewerContext } from '../../social.context.ts';
import { findConfirmed, findUnreminded } from './notice.store.ts';
import { deliverNotice, remindOfDueEvents, remindParticipants } from './notify-participants.ts';

let praca: TestApp;
let people: People;
let context: ViewerContext;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
  // The platform with its settings has everything that these operations need.
  context = praca.platform as unknown as ViewerContext;
});
after(() => praca.close());

const hourMs = 3_600_000;
const inHours = (hours: number): string => new Date(praca.clock.nowMs() + hours * hourMs).toISOString();
const staff = async (method: 'POST' | 'PUT', path: string, payload: object) => {
  const url = `/social/staff/events${path}`;
  const answer = await praca.app.inject({ method, url, headers: await people.staffHeaders(), payload });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ id: number }>().id;
};
const createEvent = (startsInHours: number, capacity: number | null = null): Promise<number> =>
  staff('POST', '', {
    maximumAttendeeCapacity: capacity,
    name: 'Show',
    startDate: inHours(startsInHours),
    endDate: inHours(startsInHours + 2),
    category: 'Show',
    location: { name: 'Arena', city: 'Natal' },
  });
const confirm = async (eventId: number, person: Person, query = ''): Promise<void> => {
  const url = `/social/event/${eventId}/confirm/${person.id}${query}`;
  const answer = await praca.app.inject({ method: 'POST', url, headers: person.headers });
  assert.equal(answer.statusCode, 200, answer.body);
};
const toldOf = async (eventId: number, person: Person): Promise<string[]> => {
  const rows = await praca.sql<{ notice: string }[]>`
    select body->>'notice' as notice from social.updates
    where user_id = ${person.id} and kind = 'event' and (body->>'eventId')::integer = ${eventId} order by seq`;
  return rows.map(({ notice }) => notice);
};
const openNotices = async (eventId: number): Promise<string[]> =>
  (
    await praca.sql<{ id: string }[]>`
      select id from social.event_notices where event_id = ${eventId} and done_at is null order by id`
  ).map(({ id }) => id);
const deliver = async (eventId: number, size?: number): Promise<void> => {
  for (const noticeId of await openNotices(eventId)) await deliverNotice(context, { noticeId }, size);
};

test('participants are notified once of a move or cancellation; users who confirmed later are not', async () => {
  const eventId = await createEvent(72);
  const [ana, bia, caio] = (await people.create(3)) as [Person, Person, Person];
  await confirm(eventId, ana);
  await staff('PUT', `/${eventId}`, { description: 'Traga o pandeiro' });
  assert.deepEqual(await openNotices(eventId), [], 'a new text is not a move');
  await staff('PUT', `/${eventId}`, { location: { name: 'Teatro', city: 'Natal' } });
  praca.clock.offsetMs += 1000;
  await confirm(eventId, bia);
  await Promise.all([deliver(eventId), deliver(eventId)]);
  assert.deepEqual([await toldOf(eventId, ana), await toldOf(eventId, bia)], [['moved'], []]);
  // Of several changes before the delivery, only the last one is sent.
  await staff('PUT', `/${eventId}`, { startDate: inHours(96), endDate: inHours(98) });
  await staff('POST', `/${eventId}/cancel`, {});
  await staff('POST', `/${eventId}/cancel`, {});
  await deliver(eventId);
  assert.deepEqual(
    [await toldOf(eventId, ana), await toldOf(eventId, bia), await toldOf(eventId, caio)],
    [['moved', 'cancelled'], ['cancelled'], []],
  );
  const url = `/social/user/${bia.id}/updates?since=0`;
  const { updates } = (await praca.app.inject({ url, headers: bia.headers })).json<{
    updates: { type: string; data: object }[];
  }>();
  const [update] = updates;
  assert.deepEqual(
    [update?.type, { ...update?.data, startDate: '' }],
    ['event', { eventId, notice: 'cancelled', name: 'Show', startDate: '', eventStatus: 'EventCancelled' }],
  );
});

test('waiting users are notified once of a move or cancellation and get no reminder', async () => {
  const eventId = await createEvent(72, 1);
  const [ana, bia, caio, davi] = (await people.create(4)) as [Person, Person, Person, Person];
  await confirm(eventId, ana);
  for (const person of [bia, caio, davi]) await confirm(eventId, person, '?wait=true');
  const told = () => Promise.all([ana, bia, caio, davi].map((person) => toldOf(eventId, person)));
  // One user gets a seat by the same change and is also notified of it once.
  await staff('PUT', `/${eventId}`, {
    location: { name: 'Teatro', city: 'Natal' },
    maximumAttendeeCapacity: 2,
  });
  await Promise.all([deliver(eventId, 1), deliver(eventId, 1)]);
  assert.deepEqual(await told(), [['moved'], ['seat', 'moved'], ['moved'], ['moved']]);
  // Moved and cancelled before the delivery: only the cancellation is sent, also to waiting users.
  await staff('PUT', `/${eventId}`, { location: { name: 'Praia', city: 'Natal' } });
  await staff('POST', `/${eventId}/cancel`, {});
  await deliver(eventId);
  assert.deepEqual(await told(), [
    ['moved', 'cancelled'],
    ['seat', 'moved', 'cancelled'],
    ['moved', 'cancelled'],
    ['moved', 'cancelled'],
  ]);
  assert.equal((await praca.sql`select from social.notice_waiters`).length, 0);
  const say = (waited: boolean) =>
    describeNotification(context, caio.id, {
      kind: 'event',
      eventId,
      notice: 'cancelled',
      ...(waited && { waited }),
    });
  assert.equal((await say(true))?.['notice'], 'cancelled');
  assert.equal(await say(false), undefined);

  const soon = await createEvent(20, 1);
  await confirm(soon, ana);
  await confirm(soon, bia, '?wait=true');
  await remindParticipants(context, { eventId: soon });
  await deliver(soon);
  assert.deepEqual([await toldOf(soon, ana), await toldOf(soon, bia)], [['tomorrow'], []]);
});

test('a delivery that is killed at any step and run again notifies each user exactly once', async () => {
  const crowd = await people.create(5);
  let dieAt = 0;
  for (let died = true; died; dieAt++) {
    const eventId = await createEvent(72, 4);
    for (const person of crowd) await confirm(eventId, person, '?wait=true');
    await staff('PUT', `/${eventId}`, { location: { name: `Sala ${dieAt}`, city: 'Natal' } });
    const [noticeId = ''] = await openNotices(eventId);
    const countdown = new Countdown(dieAt);
    const dying = { ...context, sql: breakingSql(context.sql, countdown) };
    await deliverNotice(dying, { noticeId }, 2).catch((error: unknown) => assert.ok(error instanceof Killed));
    died = countdown.died;
    await deliverNotice(context, { noticeId }, 2);
    for (const person of crowd) assert.deepEqual(await toldOf(eventId, person), ['moved']);
  }
  // Each of the three batches has a statement, a commit, and the moment after it.
  assert.ok(dieAt > 9, `it died at ${dieAt - 1} steps`);
});

test('users who have confirmed are reminded once, a day before the start on the movable clock', async () => {
  const [eventId, moved, cancelled, lost] = await Promise.all(
    [50, 50, 50, 50].map((hours) => createEvent(hours)),
  );
  assert.ok(eventId && moved && cancelled && lost);
  const [ana] = (await people.create(1)) as [Person];
  for (const id of [eventId, moved, cancelled, lost]) await confirm(id, ana);
  await staff('POST', `/${cancelled}/cancel`, {});
  await staff('PUT', `/${moved}`, { startDate: inHours(30), endDate: inHours(31) });
  await deliver(moved);
  await praca.sql`delete from graphile_worker._private_jobs where payload::text like ${`%"eventId":${lost}}%`}`;
  const { movableClock } = praca.platform;
  assert.ok(movableClock);
  await praca.runJobs();
  assert.deepEqual(await toldOf(eventId, ana), []);
  await advanceClock(praca.platform, movableClock, (25 * hourMs) / 1000);
  // Less than a day before the start: the change is announced, without a reminder.
  await staff('PUT', `/${moved}`, { startDate: inHours(7), endDate: inHours(9) });
  await advanceClock(praca.platform, movableClock, (2 * hourMs) / 1000);
  await until(async () => (await toldOf(eventId, ana)).length > 0, 'the reminder');
  const [bia] = (await people.create(1)) as [Person];
  await confirm(eventId, bia);
  await Promise.all([
    remindParticipants(context, { eventId }),
    remindOfDueEvents(context),
    remindOfDueEvents(context),
  ]);
  await until(async () => (await toldOf(lost, ana)).length > 0, 'the reminder by the sweep');
  await until(async () => (await openNotices(moved)).length === 0, 'the end of the notices');
  assert.deepEqual(await toldOf(eventId, ana), ['tomorrow']);
  assert.deepEqual(await toldOf(lost, ana), ['tomorrow']);
  assert.deepEqual(await toldOf(eventId, bia), []);
  const ofMoved = await toldOf(moved, ana);
  assert.deepEqual(ofMoved.filter((notice) => notice === 'moved').length, 2);
  assert.ok(ofMoved.length <= 3, 'a reminder of the old start is possible, one of the new start is not');
  assert.ok(!(await toldOf(cancelled, ana)).includes('tomorrow'));
});

test('push and mail go to users who want them, and a push describes the current state', async () => {
  const eventId = await createEvent(72);
  const [ana, bia, caio] = (await people.create(3)) as [Person, Person, Person];
  const now = praca.clock.now();
  for (const person of [ana, bia, caio]) {
    await confirm(eventId, person);
    await praca.sql`
      update social.users set email = ${`${person.id}@example.com`}, language = 'pt',
        notify_alert = ${person !== bia}, notify_message = false, notify_combination = false
      where id = ${person.id}`;
    await praca.sql`
      insert into social.devices (user_id, device_id, session_id, platform, endpoint, language, sealed_keys, created_at, updated_at)
      values (${person.id}, 'phone', ${person.sessionId}, 'web', ${`https://push.example/${person.id}`}, 'pt', '', ${now}, ${now})`;
  }
  await praca.sql`insert into social.presences values (${caio.id}, ${caio.id}, ${new Date(now.getTime() + hourMs)})`;
  await staff('PUT', `/${eventId}`, { location: { name: 'Teatro', city: 'Natal' } });
  await deliver(eventId);
  const pushes = await praca.sql<{ payload: { userId: string; note: object } }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'social_push'`;
  assert.deepEqual(
    pushes.map(({ payload }) => [payload.userId, payload.note]),
    [[ana.id, { kind: 'event', eventId, notice: 'moved' }]],
    'neither users with alerts off nor connected users',
  );
  const subjects = async () =>
    (
      await praca.sql<{ recipient: string; subject: string }[]>`
        select recipient, subject from platform.mailbox order by recipient`
    ).map(({ recipient, subject }) => `${recipient} ${subject}`);
  const expected = [ana, caio].map(({ id }) => `${id}@example.com Mudou: Show`).toSorted();
  await until(async () => (await subjects()).length >= 2, 'the mails');
  assert.deepEqual(await subjects(), expected);

  const say = (person: Person, notice: 'moved' | 'cancelled') =>
    describeNotification(context, person.id, { kind: 'event', eventId, notice });
  assert.deepEqual(Object.keys((await say(ana, 'moved')) ?? {}), [
    'type',
    'eventId',
    'notice',
    'name',
    'startDate',
  ]);
  const [stranger] = (await people.create(1)) as [Person];
  assert.equal(await say(stranger, 'moved'), undefined);
  await staff('POST', `/${eventId}/cancel`, {});
  assert.equal(await say(ana, 'moved'), undefined);
  assert.equal((await say(ana, 'cancelled'))?.['notice'], 'cancelled');
});

test('a batch and the search for due reminders read an index range, however many rows there are', async () => {
  const notice = {
    eventId: 1,
    toldUntil: new Date(0),
    toldId: '00000000-0000-0000-0000-000000000000',
    createdAt: new Date(),
  };
  const batch = await explainGeneric(praca.sql, (tag) => findConfirmed(tag as unknown as Tx, notice, 500));
  assert.match(batch, /Limit[^]*Index Only Scan using attendances_by_confirmation/);
  assert.doesNotMatch(batch, /Sort/);
  const due = await explainGeneric(praca.sql, (tag) => findUnreminded(tag, new Date(), new Date(), 500));
  assert.match(due, /events_by_start/);
});
