import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openTestSql } from '../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../test/support/social-rows.ts';
import { insertRow, readRows } from '../../../test/support/table-rows.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import { findUnreminded, insertNotice, type BroadcastKind } from './notice.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;

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

test('a change takes the place of what is not told yet of its own event, with those who waited then; a reminder of none', async () => {
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

test('to be reminded of are events that begin in time and take place, once for each beginning, so many at once', async () => {
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
