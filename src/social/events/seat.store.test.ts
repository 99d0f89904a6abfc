import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { countLocked } from '../../../test/support/row-locks.ts';
import { insertEvent, insertPerson } from '../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../test/support/table-rows.ts';
import { holdUser, lockListsToTend, lockReleasedEvents, takeBackSeats } from './seat.store.ts';

const sql = await useTestSql();
beforeEach(async () => {
  await sql`delete from social.events`;
  await sql`delete from social.users`;
});

const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const ana = '00000000-0000-7000-8000-000000000001';
/** Begun an hour before it ends. */
const add = (fields: object) => insertEvent(sql, new Date(now.getTime() - 60_000), fields);

test('lists are tended that have an end or a place to give, and that nobody else has locked', async () => {
  const full = { capacity: 2, participants: 2, waiting: 1 };
  await add(full);
  const over = await add({ ...full, ends_at: now });
  await add({ ...full, ends_at: soon });
  const free = await add({ ...full, participants: 1 });
  const unbounded = await add({ ...full, capacity: null });
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

test('whoever comes back gets the seats that are left, also of those for which nobody waits any more', async () => {
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
      [cancelled, 2, true],
      [unbounded, 2, true],
      [never, 1, false],
    ],
  );
});

test('a user is held alone, so that it is not deleted meanwhile', async () => {
  for (const digit of [1, 2, 3, 4]) await insertPerson(sql, idOf(digit), now);
  assert.equal(await countLocked(sql, 'social', 'users', (tx) => holdUser(tx, ana)), 1);
});

test('those events are locked of which somebody’s seats were released', async () => {
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
