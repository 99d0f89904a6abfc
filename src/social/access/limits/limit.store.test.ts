import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { LimitKind } from './limit.rules.ts';
import { countFragment, findReset, insertUse } from './limit.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bia] = [idOf(1), idOf(2)];

before(async () => {
  for (const id of [ana, bia]) await insertPerson(sql, id, now);
});
beforeEach(() => sql`delete from social.limit_uses`);

const use = (userId: string, kind: LimitKind, most: number, seconds = 0) =>
  sql.begin((tx) => insertUse(tx, { userId, kind, most, now: at(seconds) }));
const uses = async () =>
  (await readRows(sql, 'social', 'limit_uses'))
    .map((row) =>
      [
        String(row['user_id']).slice(-1),
        row['kind'],
        `${String(row['used'])}/${String(row['most'])}`,
        row['resets_at'],
      ].join(' '),
    )
    .toSorted();
const minuteLater = at(60).toISOString();

test('counts uses per user and kind, and rejects a use above the limit', async () => {
  await use(ana, 'message', 3);
  await use(bia, 'message', 3);
  await use(ana, 'like', 3);
  await use(ana, 'message', 2, 1);
  const counted = [
    '1 like 1/3 2026-03-02T03:00:00.000Z',
    `1 message 2/2 ${minuteLater}`,
    `2 message 1/3 ${minuteLater}`,
  ];
  assert.deepEqual(await uses(), counted);
  await assert.rejects(use(ana, 'message', 2, 2), /limit_uses_kept/);
  assert.deepEqual(await uses(), counted);
  await use(ana, 'message', 4, 3);
  assert.equal((await uses())[1], `1 message 3/4 ${minuteLater}`);
});

test('without a limit nothing is counted', async () => {
  await use(ana, 'message', 0);
  assert.deepEqual(await uses(), []);
});

test('a minute begins with the first use after the previous minute has ended', async () => {
  await use(ana, 'message', 9);
  await use(ana, 'message', 9, 59);
  assert.deepEqual(await uses(), [`1 message 2/9 ${minuteLater}`]);
  await use(ana, 'message', 9, 60);
  assert.deepEqual(await uses(), [`1 message 1/9 ${at(120).toISOString()}`]);
  await use(ana, 'message', 9, 500);
  assert.deepEqual(await uses(), [`1 message 1/9 ${at(560).toISOString()}`]);
});

test('a day ends at midnight in São Paulo', async () => {
  const untilMidnight = 15 * 3600;
  for (const kind of ['like', 'report'] as const) await use(ana, kind, 9, untilMidnight - 1);
  assert.deepEqual(await uses(), [
    '1 like 1/9 2026-03-02T03:00:00.000Z',
    '1 report 1/9 2026-03-02T03:00:00.000Z',
  ]);
  await use(ana, 'like', 9, untilMidnight);
  assert.equal((await uses())[0], '1 like 1/9 2026-03-03T03:00:00.000Z');
});

test('a use is counted only if the query returns a row', async () => {
  const count = (userId: string) =>
    countFragment(
      sql,
      { userId: ana, kind: 'message', most: 9, now },
      sql`from social.users where id = ${userId}`,
    );
  await count(idOf(9));
  assert.deepEqual(await uses(), []);
  await count(bia);
  assert.deepEqual(await uses(), [`1 message 1/9 ${minuteLater}`]);
});

test('returns the end of the period for one user and kind', async () => {
  await use(ana, 'message', 9);
  await use(ana, 'like', 9);
  await use(bia, 'message', 9, 5);
  assert.deepEqual(
    [await findReset(sql, ana, 'message'), await findReset(sql, bia, 'message')],
    [at(60), at(65)],
  );
  assert.deepEqual(await findReset(sql, ana, 'like'), new Date('2026-03-02T03:00:00Z'));
  assert.equal(await findReset(sql, bia, 'like'), undefined);
});
