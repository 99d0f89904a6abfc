import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertConsoleSession } from '../../../../test/support/staff-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { deleteEndsBefore, endSessionRows, findSessionEnd, type Ending } from './session-end.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bea] = [idOf(1), idOf(2)];

before(async () => {
  for (const id of [ana, bea]) await insertConsolePerson(sql, id, id, now);
});
beforeEach(async () => {
  await sql`delete from platform.console_sessions`;
  await sql`delete from platform.console_session_ends`;
});

const hashOf = (digit: number) => Buffer.from(idOf(digit));
const add = (digit: number, personId: string, fields: object = {}) =>
  insertConsoleSession(sql, idOf(digit), personId, now, fields);
const kept = async () =>
  (await readRows(sql, 'platform', 'console_sessions', ['id']))
    .map((row) => String(row['id']).slice(-1))
    .toSorted()
    .join('');
const end = (ending: Omit<Ending, 'reason' | 'now'>, reason: Ending['reason'] = 'ended') =>
  sql.begin((tx) => endSessionRows(tx, { ...ending, reason, now }));
const reasonFor = async (digit: number) => (await findSessionEnd(sql, hashOf(digit)))?.reason;

test('a person ends one, all but one or all of their own sessions, and none of others', async () => {
  for (const [digit, personId] of [
    [4, ana],
    [5, bea],
    [6, ana],
    [7, ana],
  ] as const)
    await add(digit, personId);
  assert.equal(await end({ personId: bea, only: idOf(4) }), 0);
  assert.equal(await kept(), '4567');
  assert.equal(await end({ personId: ana, only: idOf(4) }), 1);
  assert.equal(await kept(), '567');
  assert.equal(await end({ personId: ana, except: idOf(7) }, 'password'), 1);
  assert.equal(await kept(), '57');
  await add(8, ana);
  assert.equal(await end({ personId: ana }, 'disabled'), 2);
  assert.equal(await kept(), '5');
  assert.deepEqual(await Promise.all([4, 6, 7, 8].map(reasonFor)), [
    'ended',
    'password',
    'disabled',
    'disabled',
  ]);
  assert.equal(await reasonFor(5), null);
  assert.equal(await findSessionEnd(sql, hashOf(9)), undefined);
});

test('a session that is only too old is described by its row and its person', async () => {
  await add(4, ana, { stage: 'check', expires_at: at(60), seen_at: at(10) });
  assert.deepEqual(
    { ...(await findSessionEnd(sql, hashOf(4))) },
    {
      reason: null,
      stage: 'check',
      expires_at: at(60),
      seen_at: at(10),
      disabled: false,
      password_expires_at: null,
    },
  );
});

test('old reasons are deleted oldest first, up to the limit', async () => {
  for (const [digit, seconds] of [
    [4, -1],
    [5, 0],
    [6, -3],
  ] as const) {
    await add(digit, ana);
    await sql.begin((tx) => endSessionRows(tx, { personId: ana, reason: 'reset', now: at(seconds) }));
  }
  assert.equal(await deleteEndsBefore(sql, now, 1), 1);
  assert.deepEqual(await Promise.all([4, 5, 6].map(reasonFor)), ['reset', 'reset', undefined]);
  assert.equal(await deleteEndsBefore(sql, now, 9), 1);
  assert.equal(await reasonFor(5), 'reset');
});
