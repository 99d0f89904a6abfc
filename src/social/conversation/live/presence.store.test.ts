import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { actBeside } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import {
  deleteOldPresences,
  deletePresences,
  deletePresencesOfUser,
  findPresences,
  upsertPresences,
} from './presence.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];
const [one, two] = [idOf(8), idOf(9)];

before(async () => {
  for (const [index, id] of [ana, bia, eva].entries()) await insertPerson(sql, id, at(-index));
});
beforeEach(() => sql`delete from social.presences`);

/** The digits of user and process, and the remaining seconds. */
const presences = async () =>
  (await readRows(sql, 'social', 'presences'))
    .map((row) => {
      const seconds = (Date.parse(String(row['until'])) - now.getTime()) / 1000;
      return `${String(row['user_id']).slice(-1)}${String(row['process_id']).slice(-1)} ${seconds}`;
    })
    .join(', ');

test('a process stores which users are connected and extends their presence', async () => {
  await upsertPresences(sql, one, [ana, bia], at(1));
  await upsertPresences(sql, two, [ana], at(2));
  assert.equal(await presences(), '18 1, 19 2, 28 1');
  await upsertPresences(sql, one, [ana, eva], at(3));
  assert.equal(await presences(), '18 3, 19 2, 28 1, 38 3');
});

test('a user who left one process is no longer present through that process', async () => {
  for (const processId of [one, two]) await upsertPresences(sql, processId, [ana, bia, eva], at(1));
  await deletePresences(sql, one, [ana, eva]);
  assert.equal(await presences(), '19 1, 28 1, 29 1, 39 1');
  await deletePresences(sql, two, []);
  assert.equal(await presences(), '19 1, 28 1, 29 1, 39 1');
});

test('deletes expired presences, oldest first', async () => {
  await upsertPresences(sql, one, [bia], at(-2));
  await upsertPresences(sql, two, [ana], at(-3));
  await upsertPresences(sql, one, [ana], at(-1));
  await upsertPresences(sql, two, [bia], now);
  await upsertPresences(sql, one, [eva], at(1));
  assert.equal(await deleteOldPresences(sql, now, 2), 2);
  assert.equal(await presences(), '18 -1, 29 0, 38 1');
  assert.equal(await deleteOldPresences(sql, now, 9), 1);
  assert.equal(await presences(), '29 0, 38 1');
});

test('skips a presence that its process is extending', async () => {
  await upsertPresences(sql, one, [ana, bia], at(-1));
  let deleted: number | undefined;
  const { waited } = await actBeside(sql, {
    hold: (tx) => tx`select from social.presences where user_id = ${ana} for update`,
    act: async () => {
      deleted = await deleteOldPresences(sql, now, 9);
    },
  });
  assert.deepEqual([waited, deleted, await presences()], [false, 1, '18 -1']);
});

test('erasing a user deletes all presences of that user and no others', async () => {
  for (const processId of [one, two]) await upsertPresences(sql, processId, [ana, bia], at(1));
  await sql.begin((tx) => deletePresencesOfUser(tx, ana));
  assert.equal(await presences(), '28 1, 29 1');
});

test('a user connected to any process is online; for other users the last activity is returned', async () => {
  await upsertPresences(sql, one, [ana], now);
  await upsertPresences(sql, two, [ana], at(1));
  await upsertPresences(sql, one, [bia], now);
  const found = await findPresences(sql, [bia, ana, idOf(7)], now);
  assert.deepEqual(
    found.map((row) => ({ ...row })).toSorted((a, b) => (a.userId < b.userId ? -1 : 1)),
    [
      { userId: ana, isOnline: true, lastActiveAt: now },
      { userId: bia, isOnline: false, lastActiveAt: at(-1) },
    ],
  );
  const [absent] = await findPresences(sql, [eva], now);
  assert.deepEqual({ ...absent }, { userId: eva, isOnline: false, lastActiveAt: at(-2) });
});
