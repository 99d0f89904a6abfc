import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertEvent, insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  advanceNotice,
  findAddresses,
  findConfirmed,
  findNoticedEvent,
  findUnreminded,
  finishNotice,
  forgetNotices,
  insertNotice,
  lockNotice,
  lockRemindable,
  markReminded,
  takeWaiters,
  type BroadcastKind,
} from './notice.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeEach(async () => {
  await sql`delete from social.events`;
  await sql`delete from social.users`;
});

const addEvent = (seconds: number, fields: object = {}) => insertEvent(sql, at(seconds), fields);

const notices = async () =>
  (await readRows(sql, 'social', 'event_notices'))
    .map((row) => `${String(row['id']).slice(-1)} ${row['done_at'] === undefined ? 'open' : 'done'}`)
    .toSorted();
const waiters = async () =>
  (await readRows(sql, 'social', 'notice_waiters'))
    .map((row) => `${String(row['notice_id']).slice(-1)}: ${String(row['user_id']).slice(-1)}`)
    .toSorted();

test('a change replaces the unfinished notice of the same event and takes over its waiting users; a reminder replaces none', async () => {
  const [event, other] = [await addEvent(5), await addEvent(6)];
  for (const digit of [1, 2, 3]) await insertPerson(sql, idOf(digit), now);
  const wait = (eventId: number, digit: number) =>
    insertRow(sql, 'social', 'waiting', { event_id: eventId, user_id: idOf(digit), since: now });
  const notice = (digit: number, eventId: number, kind: BroadcastKind) =>
    sql.begin((tx) => insertNotice(tx, { id: idOf(digit), eventId, kind, now }));
  await wait(event, 1);
  await wait(other, 3);
  await notice(4, other, 'moved');
  await notice(5, event, 'moved');
  assert.deepEqual(
    [await notices(), await waiters()],
    [
      ['4 open', '5 open'],
      ['4: 3', '5: 1'],
    ],
  );
  await notice(6, event, 'tomorrow');
  assert.deepEqual(await notices(), ['4 open', '5 open', '6 open']);
  assert.deepEqual(await waiters(), ['4: 3', '5: 1']);
  await sql`delete from social.waiting where user_id = ${idOf(1)}`;
  await wait(event, 2);
  await notice(7, event, 'cancelled');
  assert.deepEqual(await notices(), ['4 open', '5 done', '6 done', '7 open']);
  assert.deepEqual(await waiters(), ['4: 3', '7: 1', '7: 2']);
});

test('finds events to remind of: they start in time and are not cancelled, once per start, up to the limit', async () => {
  const late = await addEvent(9);
  const soon = await addEvent(1);
  await addEvent(0);
  await addEvent(10);
  await addEvent(2, { status: 'EventCancelled' });
  await addEvent(3, { status: 'EventPostponed' });
  await addEvent(4, { reminded_for: at(4) });
  const moved = await addEvent(5, { reminded_for: at(4) });
  const unreminded = (limit: number) => findUnreminded(sql, now, at(9), limit);
  assert.deepEqual(await unreminded(9), [soon, moved, late]);
  assert.deepEqual(await unreminded(2), [soon, moved]);
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const addPeople = async (...digits: number[]): Promise<void> => {
  for (const digit of digits) await insertPerson(sql, idOf(digit), now);
};
const addNotice = (digit: number, eventId: number, fields: object = {}) =>
  insertRow(sql, 'social', 'event_notices', {
    id: idOf(digit),
    event_id: eventId,
    kind: 'moved',
    created_at: now,
    ...fields,
  });
const confirm = (eventId: number, digit: number, seconds: number) =>
  insertRow(sql, 'social', 'attendances', {
    event_id: eventId,
    user_id: idOf(digit),
    confirmed_at: at(seconds),
  });

test('takes waiting users once, in order, up to the limit, and says which of them now have a seat', async () => {
  const [event, other] = [await addEvent(5), await addEvent(6)];
  await addPeople(1, 2, 3, 4, 5);
  await addNotice(7, event);
  await addNotice(8, other);
  for (const [notice, digits] of [
    [7, [5, 3, 2, 4]],
    [8, [1, 2, 3]],
  ] as const)
    for (const digit of digits)
      await insertRow(sql, 'social', 'notice_waiters', { notice_id: idOf(notice), user_id: idOf(digit) });
  await confirm(event, 3, 0);
  await confirm(event, 4, 0.001);
  await confirm(other, 2, 0);
  const take = async (limit: number) =>
    (await within((tx) => takeWaiters(tx, { id: idOf(7), eventId: event, createdAt: now }, limit)))
      .map(({ userId, goes }) => `${userId.slice(-1)} ${goes ? 'goes' : 'waited'}`)
      .toSorted();
  assert.deepEqual(await take(2), ['2 waited', '3 goes']);
  assert.deepEqual(await waiters(), ['7: 4', '7: 5', '8: 1', '8: 2', '8: 3']);
  assert.deepEqual(await take(9), ['4 waited', '5 waited']);
  assert.deepEqual(await waiters(), ['8: 1', '8: 2', '8: 3']);
});

test('returns users who confirmed before the notice, by confirmation, after the last batch', async () => {
  const [event, other] = [await addEvent(5), await addEvent(6)];
  await addPeople(1, 2, 3, 4, 5, 6);
  await confirm(event, 6, -2);
  await confirm(event, 5, 0);
  await confirm(event, 3, -1);
  await confirm(event, 1, -1);
  await confirm(event, 2, -1);
  await confirm(event, 4, 0.001);
  await confirm(other, 4, -1);
  const confirmed = async (seconds: number, digit: number, limit = 9) => {
    const notice = { eventId: event, toldUntil: at(seconds), toldId: idOf(digit), createdAt: now };
    const found = await within((tx) => findConfirmed(tx, notice, limit));
    return found.map(({ userId }) => userId.slice(-1)).join('');
  };
  assert.equal(await confirmed(-9, 0), '61235');
  assert.equal(await confirmed(-9, 0, 3), '612');
  assert.equal(await confirmed(-1, 1), '235');
  assert.equal(await confirmed(-1, 2, 1), '3');
});

test('advances and finishes one notice only', async () => {
  const event = await addEvent(5);
  for (const digit of [7, 8]) await addNotice(digit, event, { created_at: at(digit) });
  const rows = () => readRows(sql, 'social', 'event_notices');
  const before = await rows();
  const changed = (fields: object) =>
    before.map((row) => (row['id'] === idOf(8) ? { ...row, ...fields } : row));
  const told = { told_until: at(-1).toISOString(), told_id: idOf(3) };
  await within((tx) => advanceNotice(tx, idOf(8), { userId: idOf(3), confirmedAt: at(-1) }));
  assert.deepEqual(await rows(), changed(told));
  await within((tx) => finishNotice(tx, idOf(8), at(1)));
  assert.deepEqual(await rows(), changed({ ...told, done_at: at(1).toISOString() }));
});

test('locks one notice only', async () => {
  const event = await addEvent(5);
  for (const digit of [7, 8]) await addNotice(digit, event, { created_at: at(digit) });
  const lock = async (digit: number) => (await within((tx) => lockNotice(tx, idOf(digit))))?.createdAt;
  assert.deepEqual([await lock(7), await lock(8), await lock(9)], [at(7), at(8), undefined]);
  assert.equal(await countLocked(sql, 'social', 'event_notices', (tx) => lockNotice(tx, idOf(8))), 1);
});

test('deletes notices finished long ago, up to the limit', async () => {
  const event = await addEvent(5);
  await addNotice(5, event);
  await addNotice(6, event, { done_at: now });
  for (const digit of [7, 8, 9]) await addNotice(digit, event, { done_at: at(-digit) });
  assert.equal(await forgetNotices(sql, now, 2), 2);
  assert.equal((await notices()).length, 3);
  assert.equal(await forgetNotices(sql, now, 9), 1);
  assert.deepEqual(await notices(), ['5 open', '6 done']);
});

test('returns each event with its own city', async () => {
  const cities = await sql<{ id: number; name: string; state: string }[]>`
    select id, name, state from social.cities where name in ('Manaus', 'Recife') order by name`;
  const events: number[] = [];
  for (const { id, name } of cities) events.push(await addEvent(5, { city_id: id, name }));
  const told = async (eventId: number) => {
    const event = await within((tx) => findNoticedEvent(tx, eventId));
    return event && [event.name, event.city, event.state].join(' ');
  };
  assert.deepEqual(await Promise.all(events.map(told)), ['Manaus Manaus AM', 'Recife Recife PE']);
  assert.equal(await told(0), undefined);
});

test('mails go to active users with an address who want them, or to all if the notice is mandatory', async () => {
  const person = (digit: number, fields: object = {}) =>
    insertPerson(sql, idOf(digit), now, { email: `${digit}@example.com`, ...fields });
  await person(1);
  await person(2, { email: null });
  await person(3, { notify_alert: false });
  await person(4, { deleted_at: now });
  await person(5, { suspended_until: at(0.001) });
  await person(6, { suspended_until: now, language: 'pt' });
  await person(7);
  await person(8, { mails_events: false });
  const found = async (isAlways: boolean) =>
    (await within((tx) => findAddresses(tx, [1, 2, 3, 4, 5, 6, 8].map(idOf), now, { isAlways })))
      .map(({ userId, email, language }) => `${userId.slice(-1)} ${email} ${language}`)
      .toSorted();
  assert.deepEqual(await found(false), ['1 1@example.com en', '6 6@example.com pt']);
  assert.deepEqual(await found(true), [
    '1 1@example.com en',
    '3 3@example.com en',
    '6 6@example.com pt',
    '8 8@example.com en',
  ]);
});

test('locks one event and stores its reminder only', async () => {
  const [one, two] = [await addEvent(5), await addEvent(6, { reminded_for: at(4) })];
  const lock = async (eventId: number) => (await within((tx) => lockRemindable(tx, eventId)))?.startsAt;
  assert.deepEqual([await lock(one), await lock(two), await lock(0)], [at(5), at(6), undefined]);
  assert.equal(await countLocked(sql, 'social', 'events', (tx) => lockRemindable(tx, two)), 1);
  await within((tx) => markReminded(tx, one, at(5)));
  assert.deepEqual(
    (await readRows(sql, 'social', 'events')).map((row) => String(row['reminded_for'])).toSorted(),
    [at(4), at(5)].map((time) => time.toISOString()),
  );
});
