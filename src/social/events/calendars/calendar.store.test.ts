import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { findCalendarUser, removeCalendar, upsertCalendar } from './calendar.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const [ana, bia, dora, eva] = [idOf(1), idOf(2), idOf(3), idOf(4)];

beforeEach(async () => {
  await sql`delete from social.users`;
  await insertPerson(sql, ana, now);
  await insertPerson(sql, bia, now, { suspended_until: now });
  await insertPerson(sql, dora, now, { deleted_at: now });
  await insertPerson(sql, eva, now, { suspended_until: soon });
});

const make = (userId: string, key: string, at = now) =>
  upsertCalendar(sql, { userId, keyHash: Buffer.from(key), now: at });
const calendars = async () => {
  const rows = await sql<{ user_id: string; key_hash: Buffer; created_at: Date }[]>`
    select user_id, key_hash, created_at from social.calendars order by user_id`;
  return rows.map(
    (row) => `${row.user_id.slice(-1)} ${row.key_hash.toString()} ${row.created_at.toISOString()}`,
  );
};

test('a user has one calendar, and a new key replaces the old one', async () => {
  assert.deepEqual([await make(ana, 'a'), await make(bia, 'b')], [true, true]);
  assert.deepEqual(await calendars(), [`1 a ${now.toISOString()}`, `2 b ${now.toISOString()}`]);
  assert.equal(await make(ana, 'c', soon), true);
  assert.deepEqual(await calendars(), [`1 c ${soon.toISOString()}`, `2 b ${now.toISOString()}`]);
});

test('deleted and suspended users cannot create a calendar', async () => {
  assert.deepEqual(
    [await make(dora, 'd'), await make(eva, 'e'), await make(idOf(9), 'f')],
    [false, false, false],
  );
  assert.deepEqual(await calendars(), []);
  assert.equal(await make(eva, 'e', soon), true);
});

test('a key opens its user’s calendar only while the user is active', async () => {
  for (const [userId, key] of [
    [ana, 'a'],
    [bia, 'b'],
    [dora, 'd'],
    [eva, 'e'],
  ] as const)
    await sql`insert into social.calendars values (${userId}, ${Buffer.from(key)}, ${now})`;
  const found = (key: string, at = now) => findCalendarUser(sql, Buffer.from(key), at);
  assert.deepEqual([await found('a'), await found('b'), await found('c')], [ana, bia, undefined]);
  assert.deepEqual([await found('d'), await found('e')], [undefined, undefined]);
  assert.equal(await found('e', soon), eva);
});

test('removes one user’s calendar only', async () => {
  await make(ana, 'a');
  await make(bia, 'b');
  await removeCalendar(sql, ana);
  assert.deepEqual(
    (await readRows(sql, 'social', 'calendars')).map((row) => row['user_id']),
    [bia],
  );
});
