import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSql } from '../../../test/support/database.ts';
import { insertPerson } from '../../../test/support/social-rows.ts';
import { insertRow } from '../../../test/support/table-rows.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import { findActs, findLatestActs } from './act.store.ts';

let close: () => Promise<void>;
let sql: Sql;
const now = new Date('2026-03-01T12:00:00Z');
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
const [ana, bia] = [idOf(1), idOf(2)];

before(async () => {
  ({ sql, close } = await openTestSql());
  for (const id of [ana, bia]) await insertPerson(sql, id, now);
  for (const [digit, userId] of [
    [4, ana],
    [3, bia],
    [6, ana],
    [5, ana],
    [7, bia],
  ] as const)
    await insertRow(sql, 'social', 'moderation_acts', {
      id: idOf(digit),
      user_id: userId,
      kind: 'warning',
      reason: '',
      note: '',
      report_ids: [],
      created_at: now,
    });
});
after(() => close());

const digits = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.slice(-1)).join('');

test('acts are listed newest first, page by page, of all or of one user', async () => {
  const acts = async (userId: string | null, before: string | null = null, limit = 9) =>
    digits(await findActs(sql, { userId, before, limit }));
  assert.deepEqual([await acts(null), await acts(ana), await acts(bia)], ['76543', '654', '73']);
  assert.deepEqual(
    [await acts(null, idOf(6)), await acts(ana, idOf(6)), await acts(bia, idOf(7))],
    ['543', '54', '3'],
  );
  assert.deepEqual([await acts(null, null, 2), await acts(ana, idOf(6), 1)], ['76', '5']);
});

test('of several users the newest of each are told', async () => {
  const latest = async (userIds: string[], limit: number) =>
    digits(await findLatestActs(sql, userIds, limit));
  assert.deepEqual([await latest([ana, bia], 1), await latest([bia, ana], 2)], ['76', '7653']);
  assert.deepEqual([await latest([bia], 9), await latest([], 9)], ['73', '']);
});
