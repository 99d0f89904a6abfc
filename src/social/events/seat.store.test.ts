import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { countLocked } from '../../../test/support/row-locks.ts';
import { insertEvent, insertPerson } from '../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../test/support/table-rows.ts';
import {
  countUpTo,
  emptyList,
  giveToFirst,
  holdUser,
  insertWaiting,
  lockEventsOfUser,
  lockListsToTend,
  lockReleasedEvents,
  releaseSeats,
  takeBackSeats,
} from './seat.store.ts';

const sql = await useTestSql();
beforeEach(async () => {
  await sql`delete from social.events`;
  await sql`delete from social.users`;
});

const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const ana = '00000000-0000-7000-8000-000000000001';
const add = (fields: object) => insertEvent(sql, new Date(now.getTime() - 60_000), fields);

test('locks waiting lists of past events and of events with a free seat, and skips locked rows', async () => {
  const full = { capacity: 2, participants: 2, waiting: 1 };
  await add(full);
  const over = await add({ ...full, ends_at: now });
  await add({ ...full, ends_at: soon });
  const free = await add({ ...full, participants: 1 });
  const unbounded = await add({ ...full, capacity: null });
  await add({ ...full, participants: 1, status: 'EventCancelled' });
  await add({ ...full, capacity: null, status: 'EventCancelled' });
  await add({ capacity: 2, participants: 1, waiting: 0 });
  const listed = (limit = 9) => sql.begin((tx) => lockListsToTend(tx, now, limit));
  assert.deepEqual(
    (await listed()).map(({ id, isOver }) => [id, isOver]),
    [
      [over, true],
      [free, false],
      [unbounded, false],
    ],
  );
  await sql.begin(async (tx) => {
    assert.deepEqual(
      (await lockListsToTend(tx, now, 2)).map(({ id }) => id),
      [over, free],
    );
    assert.deepEqual(
      (await listed()).map(({ id }) => id),
      [unbounded],
    );
  });
});

test('a returning user gets the seats that are still free, also of past events with a waiting list', async () => {
  await insertPerson(sql, ana, now);
  const seats = { capacity: 2, participants: 1 };
  const left = await add(seats);
  const taken = await add({ ...seats, participants: 2 });
  const waited = await add({ ...seats, waiting: 1, ends_at: soon });
  const over = await add({ ...seats, waiting: 1, ends_at: now });
  const cancelled = await add({ ...seats, waiting: 1, status: 'EventCancelled' });
  const unbounded = await add({ ...seats, capacity: null, waiting: 3 });
  const never = await add(seats);
  for (const event of [left, taken, waited, over, cancelled, unbounded])
    await insertRow(sql, 'social', 'released_seats', { event_id: event, user_id: ana, confirmed_at: now });
  await sql.begin((tx) => takeBackSeats(tx, ana, now));
  const rows = await sql<{ id: number; participants: number; goes: boolean }[]>`
    select e.id, e.participants, exists (
      select from social.attendances a where a.event_id = e.id and a.user_id = ${ana} and a.confirmed_at = ${now}) as goes
    from social.events e order by e.id`;
  assert.deepEqual(
    rows.map(({ id, participants, goes }) => [id, participants, goes]),
    [
      [left, 2, true],
      [taken, 2, false],
      [waited, 1, false],
      [over, 2, true],
      [cancelled, 1, false],
      [unbounded, 2, true],
      [never, 1, false],
    ],
  );
});

test('locks only the user’s row against deletion and suspension', async () => {
  for (const digit of [1, 2, 3, 4]) await insertPerson(sql, idOf(digit), now);
  assert.equal(await countLocked(sql, 'social', 'users', (tx) => holdUser(tx, ana)), 1);
});

test('locks the events with released seats of one user', async () => {
  for (const digit of [1, 2]) await insertPerson(sql, idOf(digit), now);
  const events: number[] = [];
  for (let number = 0; number < 6; number++) events.push(await add({}));
  for (const [index, event] of events.slice(0, 3).entries())
    await insertRow(sql, 'social', 'released_seats', {
      event_id: event,
      user_id: index < 2 ? ana : idOf(2),
      confirmed_at: now,
    });
  assert.equal(await countLocked(sql, 'social', 'events', (tx) => lockReleasedEvents(tx, ana)), 2);
});

/** Inserts an event. The digits are the users who attend it, wait for it in this order, and had a seat. */
async function addSeats(going: string, listed: string, kept = '', fields: object = {}): Promise<number> {
  const event = await add({ participants: going.length, waiting: listed.length, ...fields });
  for (const [table, digits] of [
    ['attendances', going],
    ['released_seats', kept],
  ] as const)
    for (const digit of digits)
      await insertRow(sql, 'social', table, {
        event_id: event,
        user_id: idOf(Number(digit)),
        confirmed_at: now,
      });
  for (const digit of listed)
    await sql`
      insert into social.waiting (event_id, user_id, since) values (${event}, ${idOf(Number(digit))}, ${now})`;
  return event;
}

/** Returns for each event both counters, its participants, its waiting list and its released seats. */
async function seats(): Promise<string[]> {
  const rows = await sql<{ seats: string }[]>`
    select concat_ws(' ', e.participants || '+' || e.waiting,
      (select coalesce(string_agg(right(a.user_id::text, 1), '' order by a.user_id), '-')
       from social.attendances a where a.event_id = e.id),
      (select coalesce(string_agg(right(w.user_id::text, 1), '' order by w.number), '-')
       from social.waiting w where w.event_id = e.id),
      (select coalesce(string_agg(right(r.user_id::text, 1), '' order by r.user_id), '-')
       from social.released_seats r where r.event_id = e.id)) as seats
    from social.events e order by e.id`;
  return rows.map((row) => row.seats);
}

const addPeople = async () => {
  for (const digit of [1, 2, 3, 4]) await insertPerson(sql, idOf(digit), now);
};

test('a new waiting user is last on that list, and the position counts only that list', async () => {
  await addPeople();
  const [one, two] = [await addSeats('', '3'), await addSeats('', '1')];
  for (const digit of [2, 1]) await sql.begin((tx) => insertWaiting(tx, one, idOf(digit), now));
  assert.deepEqual(await seats(), ['0+3 - 321 -', '0+1 - 1 -']);
  const place = (event: number, digit: number) => sql.begin((tx) => countUpTo(tx, event, idOf(digit)));
  assert.deepEqual([await place(one, 3), await place(one, 2), await place(one, 1)], [1, 2, 3]);
  assert.deepEqual([await place(two, 1), await place(two, 2)], [1, 0]);
});

test('free seats go to the first users of each given list, up to the limit, and no other list changes', async () => {
  await addPeople();
  const [busy, free, unbounded, over, soonOver, cancelled] = [
    await addSeats('4', '32', '', { capacity: 2 }),
    await addSeats('4', '213', '', { capacity: 9 }),
    await addSeats('', '312', '', { capacity: null }),
    await addSeats('', '1', '', { capacity: 2, ends_at: now }),
    await addSeats('', '1', '', { capacity: 2, ends_at: soon }),
    await addSeats('', '1', '', { capacity: 2, status: 'EventCancelled' }),
  ];
  await addSeats('', '3');
  const given = await sql.begin((tx) =>
    giveToFirst(tx, [cancelled, soonOver, over, unbounded, free, busy], 2, now),
  );
  assert.deepEqual(
    given.map(({ eventId, userId }) => [eventId, userId]),
    [
      [busy, idOf(3)],
      [free, ana],
      [free, idOf(2)],
      [unbounded, ana],
      [unbounded, idOf(3)],
      [soonOver, ana],
    ],
  );
  assert.deepEqual(await seats(), [
    '2+1 34 2 -',
    '3+1 124 3 -',
    '2+1 13 2 -',
    '0+1 - 1 -',
    '1+0 1 - -',
    '0+1 - 1 -',
    '0+1 - 3 -',
  ]);
});

test('a waiting user who already has a seat is only removed from the list', async () => {
  await addPeople();
  const event = await addSeats('1', '12');
  const given = await sql.begin((tx) => giveToFirst(tx, [event], 1, now));
  assert.deepEqual([...given], []);
  assert.deepEqual(await seats(), ['1+1 1 2 -']);
});

test('empties one waiting list only', async () => {
  await addPeople();
  const event = await addSeats('3', '12');
  await addSeats('', '12');
  await sql.begin((tx) => emptyList(tx, event));
  assert.deepEqual(await seats(), ['1+0 3 - -', '0+2 - 12 -']);
});

test('locks the events that a user attends or waits for', async () => {
  await addPeople();
  const [goes, , waits] = [await addSeats('12', ''), await addSeats('2', '3'), await addSeats('2', '31')];
  await addSeats('', '2');
  for (let number = 0; number < 3; number++) await add({});
  assert.deepEqual(await sql.begin((tx) => lockEventsOfUser(tx, ana)), [goes, waits]);
  assert.equal(await countLocked(sql, 'social', 'events', (tx) => lockEventsOfUser(tx, ana)), 2);
});

test('a leaving user frees all seats and list positions, and the seats are stored only on request', async () => {
  await addPeople();
  const one = await addSeats('12', '3');
  await addSeats('2', '13');
  await addSeats('3', '2', '2');
  await addSeats('14', '2');
  const left = ['1+1 2 3 -', '1+1 2 3 -', '1+1 3 2 2', '1+1 4 2 -'];
  await sql.begin((tx) => releaseSeats(tx, ana, false));
  assert.deepEqual(await seats(), left);
  const goesAgain = async (event: number, at: Date) => {
    await sql`update social.events set participants = participants + 1 where id = ${event}`;
    await insertRow(sql, 'social', 'attendances', { event_id: event, user_id: ana, confirmed_at: at });
  };
  for (const at of [now, soon]) {
    await goesAgain(one, at);
    await sql.begin((tx) => releaseSeats(tx, ana, true));
    assert.deepEqual(await seats(), ['1+1 2 3 1', ...left.slice(1)]);
    const noted = await sql<{ confirmed_at: Date }[]>`
      select confirmed_at from social.released_seats where user_id = ${ana}`;
    assert.deepEqual(
      noted.map((row) => row.confirmed_at),
      [at],
      'the last one',
    );
  }
});

test('a returning user gets back only seats that the same user had, each once', async () => {
  await addPeople();
  await addSeats('1', '', '12', { capacity: 9 });
  await addSeats('2', '', '13', { capacity: 9 });
  await addSeats('4', '', '2', { capacity: 9 });
  await sql.begin((tx) => takeBackSeats(tx, ana, now));
  assert.deepEqual(await seats(), ['1+0 1 - 2', '2+0 12 - 3', '1+0 4 - 2']);
});
