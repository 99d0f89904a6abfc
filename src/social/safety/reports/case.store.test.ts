import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { endCase, lockCase, upsertCase } from './case.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];

before(async () => {
  for (const id of [ana, bia, eva]) await insertPerson(sql, id, now);
});
beforeEach(async () => {
  for (const table of ['reports', 'appeals', 'cases']) await sql`delete from social.${sql.identifier(table)}`;
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const open = (userId: string, at = now) => within((tx) => upsertCase(tx, userId, at));
const end = (userId: string) => within((tx) => endCase(tx, userId));
const report = (userId: string, closedAt: Date | null) =>
  insertRow(sql, 'social', 'reports', {
    id: newId(),
    reporter_id: eva,
    reported_id: userId,
    reason: '',
    category: 'other',
    note: '',
    created_at: now,
    closed_at: closedAt,
  });
const appeal = (userId: string, decidedAt: Date | null) =>
  insertRow(sql, 'social', 'appeals', {
    id: newId(),
    user_id: userId,
    act_id: newId(),
    body: '',
    created_at: now,
    decided_at: decidedAt,
    accepted: decidedAt && false,
  });
const cases = async () =>
  (await readRows(sql, 'social', 'cases'))
    .map((row) => `${String(row['user_id']).slice(-1)} ${String(row['opened_at'])}`)
    .toSorted();

test('a case is opened once, and adding to it locks it', async () => {
  await open(ana);
  await open(bia, soon);
  await open(ana, soon);
  assert.deepEqual(await cases(), [`1 ${now.toISOString()}`, `2 ${soon.toISOString()}`]);
  assert.equal(await countLocked(sql, 'social', 'cases', (tx) => upsertCase(tx, ana, soon)), 1);
});

test('locks one case only', async () => {
  const lock = (userId: string) => within((tx) => lockCase(tx, userId));
  await open(ana);
  assert.deepEqual([await lock(ana), await lock(bia)], [true, false]);
  await open(bia);
  assert.deepEqual([await lock(ana), await lock(bia), await lock(eva)], [true, true, false]);
  assert.equal(await countLocked(sql, 'social', 'cases', (tx) => lockCase(tx, ana)), 1);
});

test('a case ends once neither a report nor an appeal of it is open, regardless of other cases', async () => {
  for (const id of [ana, bia]) {
    await open(id);
    await report(id, now);
    await appeal(id, now);
  }
  await report(bia, null);
  assert.equal(await end(bia), false, 'a report is open');
  assert.equal((await cases()).length, 2);
  await sql`delete from social.reports where closed_at is null`;
  await appeal(bia, null);
  assert.equal(await end(bia), false, 'an appeal is open');
  assert.equal((await cases()).length, 2);
  await report(bia, null);
  assert.equal(await end(ana), true);
  assert.deepEqual(await cases(), [`2 ${now.toISOString()}`]);
  assert.equal(await end(ana), false, 'it has ended');
  assert.deepEqual(await cases(), [`2 ${now.toISOString()}`]);
});
