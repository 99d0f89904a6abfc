import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { countLocked } from '../../../test/support/row-locks.ts';
import { insertEvent, insertPerson } from '../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../test/support/table-rows.ts';
import { insertBetween } from '../../../test/support/town-rows.ts';
import { deleteAttendance, findEventForUser, findParticipants, takePlace } from './attendance.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const [ana, bia, caio] = [idOf(1), idOf(2), idOf(3)];

beforeEach(async () => {
  for (const table of ['pairs', 'events', 'users']) await sql`delete from social.${sql.identifier(table)}`;
  for (const id of [ana, bia, caio]) await insertPerson(sql, id, now);
});

/** Inserts an event with its participants, and its waiting list in this order. */
async function add(going: readonly string[], waiting: readonly string[], fields: object = {}) {
  const event = await insertEvent(sql, at(-60_000), {
    participants: going.length,
    waiting: waiting.length,
    ...fields,
  });
  for (const id of going)
    await insertRow(sql, 'social', 'attendances', { event_id: event, user_id: id, confirmed_at: at(event) });
  for (const id of waiting)
    await sql`insert into social.waiting (event_id, user_id, since) values (${event}, ${id}, ${now})`;
  return event;
}

/** Returns for each event both counters, its participants and its waiting list. */
async function seats(): Promise<string[]> {
  const rows = await sql<{ seats: string }[]>`
    select concat_ws(' ', e.participants, e.waiting,
      (select coalesce(string_agg(right(a.user_id::text, 1), '' order by a.user_id), '-')
       from social.attendances a where a.event_id = e.id),
      (select coalesce(string_agg(right(w.user_id::text, 1), '' order by w.number), '-')
       from social.waiting w where w.event_id = e.id)) as seats
    from social.events e order by e.id`;
  return rows.map((row) => row.seats);
}

test('returns an event with the user’s own confirmation and waiting number only', async () => {
  const one = await add([ana], [bia], { capacity: 7 });
  const two = await add([bia, caio], [ana], { capacity: 8 });
  const numberOf = async (event: number) =>
    (await sql<{ number: bigint }[]>`select number from social.waiting where event_id = ${event}`)[0]?.number;
  const found = async (event: number, userId: string) => {
    const row = await findEventForUser(sql, event, userId, now);
    return row && [row.capacity, row.participants, row.waiting, row.confirmedAt, row.waitingNumber];
  };
  assert.deepEqual(await found(one, ana), [7, 1, 1, at(one), null]);
  assert.deepEqual(await found(two, ana), [8, 2, 1, null, await numberOf(two)]);
  assert.deepEqual(await found(one, bia), [7, 1, 1, null, await numberOf(one)]);
  assert.deepEqual(await found(one, caio), [7, 1, 1, null, null]);
  assert.equal(await found(0, ana), undefined);
});

test('a user is present unless deleted or suspended, regardless of other users', async () => {
  const event = await add([], []);
  const present = async () =>
    Promise.all(
      [ana, bia, idOf(9)].map(async (id) => (await findEventForUser(sql, event, id, now))?.isPresent),
    );
  assert.deepEqual(await present(), [true, true, false]);
  await sql`update social.users set deleted_at = ${now} where id <> ${bia}`;
  assert.deepEqual(await present(), [false, true, false]);
  await sql`update social.users set deleted_at = null, suspended_until = ${at(1)} where id <> ${bia}`;
  assert.deepEqual(await present(), [false, true, false]);
  await sql`update social.users set suspended_until = ${now}`;
  assert.deepEqual(await present(), [true, true, false]);
});

test('gives a seat at one event to one active user, and never before the waiting list', async () => {
  const events = [
    await add([bia], [caio], { capacity: 3 }),
    await add([bia], [caio], { capacity: 2 }),
    await add([bia], []),
    await add([], [], { ends_at: now }),
    await add([], [], { ends_at: at(1) }),
    await add([], [], { status: 'EventCancelled' }),
  ];
  const before = ['1 1 2 3', '1 1 2 3', '1 0 2 -', '0 0 - -', '0 0 - -', '0 0 - -'];
  const take = (event: number, userId: string) => sql.begin((tx) => takePlace(tx, event, userId, now));
  for (const gone of [
    { deleted_at: now, suspended_until: now },
    { deleted_at: null, suspended_until: at(1) },
  ]) {
    await sql`
      update social.users set deleted_at = ${gone.deleted_at}, suspended_until = ${gone.suspended_until} where id = ${ana}`;
    for (const event of events)
      for (const id of [ana, idOf(9)]) assert.equal(await take(event, id), undefined);
    assert.deepEqual(await seats(), before);
  }
  await sql`update social.users set suspended_until = ${now}`;
  const taken = [];
  for (const event of events) taken.push(await take(event, ana));
  assert.deepEqual(taken, [2, undefined, 2, undefined, 1, undefined]);
  assert.deepEqual(await seats(), ['2 1 12 3', '1 1 2 3', '2 0 12 -', '0 0 - -', '1 0 1 -', '0 0 - -']);
});

test('taking a seat locks the user’s row against deletion and suspension', async () => {
  const event = await add([], []);
  assert.equal(await countLocked(sql, 'social', 'users', (tx) => takePlace(tx, event, ana, now)), 1);
});

test('giving up one event changes neither the user’s other events nor other users', async () => {
  const goes = await add([ana, bia], [caio]);
  const waits = await add([bia], [caio, ana]);
  await add([ana], [bia]);
  await add([bia], [ana]);
  const before = ['2 1 12 3', '1 2 2 31', '1 1 1 2', '1 1 2 1'];
  assert.deepEqual(await seats(), before);
  const give = (event: number, userId: string) => sql.begin((tx) => deleteAttendance(tx, event, userId));
  assert.equal(await give(goes, caio), 2, 'only the position on the list');
  assert.equal(await give(goes, ana), 1);
  assert.equal(await give(waits, ana), 1);
  assert.equal(await give(waits, idOf(9)), 1);
  assert.deepEqual(await seats(), ['1 0 2 -', '1 1 2 3', ...before.slice(2)]);
});

const viewer = { id: idOf(5), now, goes: false, byDefault: 'everyone' } as const;
const confirm = async (event: number, digit: number, seconds: number) =>
  insertRow(sql, 'social', 'attendances', {
    event_id: event,
    user_id: idOf(digit),
    confirmed_at: at(seconds * 1000),
  });
type Place = Parameters<typeof findParticipants>[3];
const shown = async (event: number, after?: Place, limit = 9) =>
  (await findParticipants(sql, event, viewer, after, limit)).map(({ userId }) => userId.slice(-1)).join('');

test('hides participants who are deleted or suspended', async () => {
  await insertPerson(sql, idOf(4), now);
  const event = await add([], []);
  for (const digit of [1, 2, 3, 4]) await confirm(event, digit, 0);
  assert.equal(await shown(event), '1234');
  await sql`update social.users set deleted_at = ${now} where id = ${ana}`;
  await sql`update social.users set suspended_until = ${at(1)} where id = ${bia}`;
  await sql`update social.users set suspended_until = ${now} where id = ${caio}`;
  assert.equal(await shown(event), '34');
});

test('hides participants while either they or the viewer have a block', async () => {
  for (const digit of [4, 6, 7, 8, 9]) await insertPerson(sql, idOf(digit), now);
  const event = await add([], []);
  for (const digit of [1, 2, 3, 4, 6, 7, 8, 9]) await confirm(event, digit, 0);
  for (const [digit, fields] of [
    [1, { my_blocked_until: at(1), their_blocked_until: now }],
    [2, { their_blocked_until: at(1) }],
    [3, { my_blocked_until: now, their_blocked_until: now }],
    [6, { my_blocked_until: at(1) }],
    [7, { my_blocked_until: now, their_blocked_until: 'infinity' }],
    [8, { my_blocked_until: now, their_blocked_until: now }],
  ] as const)
    await insertBetween(sql, 'pairs', viewer.id, idOf(digit), fields);
  for (const [one, other] of [
    [3, 4],
    [8, 9],
    [4, 9],
  ] as const)
    await insertBetween(sql, 'pairs', idOf(one), idOf(other), { my_blocked_until: at(1) });
  assert.equal(await shown(event), '3489');
});

test('lists participants of one event by confirmation, after a cursor, up to the limit', async () => {
  const [event, other] = [await add([], []), await add([], [])];
  await confirm(event, 1, 2);
  await confirm(event, 3, 1);
  await confirm(event, 2, 1);
  await insertPerson(sql, idOf(4), now);
  await confirm(event, 4, -1);
  await confirm(other, 1, 1);
  assert.equal(await shown(event), '4231');
  assert.equal(await shown(event, undefined, 2), '42');
  const places = await findParticipants(sql, event, viewer, undefined, 9);
  const rests = await Promise.all(places.map((place) => shown(event, place)));
  assert.deepEqual(rests, ['231', '31', '1', '']);
});
