import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  decideAppeals,
  findAppeal,
  findAppealOf,
  findLatestAppeals,
  insertAppeal,
  type AppealRow,
} from './appeal.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];
const actOf = (digit: number) => idOf(digit).replace('7000', '7001');

before(async () => {
  for (const id of [ana, bia, eva]) await insertPerson(sql, id, now);
});
beforeEach(() => sql`delete from social.appeals`);

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const appeal = (digit: number, userId: string): AppealRow => ({
  id: idOf(digit),
  userId,
  actId: actOf(digit),
  text: `Text ${digit}`,
  createdAt: now,
  decidedAt: null,
  accepted: null,
});
const add = (digit: number, userId: string) => within((tx) => insertAppeal(tx, appeal(digit, userId)));
const decide = (userId: string, digit: number | null, accepted: boolean, at = now) =>
  within((tx) =>
    decideAppeals(tx, userId, { appealId: digit === null ? null : idOf(digit), accepted, now: at }),
  );
const decisions = async () =>
  (await readRows(sql, 'social', 'appeals'))
    .map((row) => [String(row['id']).slice(-1), row['accepted'], row['decided_at']].join(' ').trim())
    .toSorted();

test('finds an appeal by its id or by its act', async () => {
  await add(4, ana);
  await add(5, ana);
  const byId = async (digit: number) => ({ ...(await within((tx) => findAppeal(tx, idOf(digit)))) });
  const byAct = async (digit: number) => ({ ...(await within((tx) => findAppealOf(tx, actOf(digit)))) });
  for (const digit of [4, 5]) {
    assert.deepEqual(await byId(digit), appeal(digit, ana));
    assert.deepEqual(await byAct(digit), appeal(digit, ana));
  }
  assert.equal(await within((tx) => findAppeal(tx, actOf(4))), undefined);
  assert.equal(await within((tx) => findAppealOf(tx, idOf(4))), undefined);
  await decide(ana, 4, true, soon);
  const decided = { ...appeal(4, ana), decidedAt: soon, accepted: true };
  assert.deepEqual([await byId(4), await byAct(4)], [decided, decided]);
});

test('decides one appeal of a user, or all open ones, and never changes a decision', async () => {
  for (const digit of [4, 5, 6]) await add(digit, ana);
  await add(7, bia);
  await decide(ana, 4, true);
  const first = `4 true ${now.toISOString()}`;
  assert.deepEqual(await decisions(), [first, '5', '6', '7']);
  await decide(ana, 4, false, soon);
  await decide(ana, 7, false, soon);
  assert.deepEqual(await decisions(), [first, '5', '6', '7']);
  await decide(ana, null, false, soon);
  const then = `false ${soon.toISOString()}`;
  assert.deepEqual(await decisions(), [first, `5 ${then}`, `6 ${then}`, '7']);
});

test('finds the newest appeals of several users, up to the limit per user', async () => {
  await add(5, ana);
  await add(8, bia);
  await add(9, eva);
  await add(7, ana);
  await add(4, bia);
  await add(6, ana);
  const latest = async (userIds: readonly string[], limit: number) =>
    (await findLatestAppeals(sql, userIds, limit)).map(({ id, userId }) => id.slice(-1) + userId.slice(-1));
  assert.deepEqual(await latest([ana, bia], 2), ['82', '71', '61', '42']);
  assert.deepEqual(await latest([ana, bia], 1), ['82', '71']);
  assert.deepEqual(await latest([ana], 9), ['71', '61', '51']);
  assert.deepEqual(await latest([], 9), []);
  const [found] = await findLatestAppeals(sql, [ana], 1);
  assert.deepEqual({ ...found }, appeal(7, ana));
});
