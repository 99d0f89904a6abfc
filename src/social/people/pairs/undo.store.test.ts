import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { sidesOf } from '../../../../test/support/talk-rows.ts';
import { findUndoer, takeBackDislike } from './undo.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const later = new Date(now.getTime() + 2);
/** Sorted by id, so that the pair of the first and the last has a neighbour on each side. */
const [first, middle, last] = [idOf(1), idOf(2), idOf(3)];

beforeEach(async () => {
  for (const table of ['pairs', 'users']) await sql`delete from social.${sql.identifier(table)}`;
  for (const id of [first, middle, last]) await insertPerson(sql, id, now);
});

const note = (userId: string, otherId: string, passedUntil: Date) =>
  insertRow(sql, 'social', 'last_dislikes', {
    user_id: userId,
    other_id: otherId,
    passed_until: passedUntil,
    undid_combination: true,
  });
const pairs = () => readRows(sql, 'social', 'pairs');
const notes = () => readRows(sql, 'social', 'last_dislikes');

test('returns the user with the last dislike, if there is one', async () => {
  await sql`update social.users set is_premium = true where id = ${middle}`;
  await note(first, last, soon);
  await note(last, middle, later);
  const find = async (id: string) => {
    const found = await findUndoer(sql, id);
    return found && { ...found };
  };
  const noted = { isPremium: false, undidCombination: true };
  assert.deepEqual(await find(first), { ...noted, otherId: last, passedUntil: soon });
  assert.deepEqual(await find(last), { ...noted, otherId: middle, passedUntil: later });
  const none = { otherId: null, passedUntil: null, undidCombination: null };
  assert.deepEqual(await find(middle), { isPremium: true, ...none });
  assert.equal(await find(idOf(9)), undefined);
});

for (const [userId, otherId] of [
  [first, last],
  [last, first],
] as const) {
  const { key, my, their } = sidesOf(userId, otherId);
  const side = userId === first ? 'the low one' : 'the high one';
  const isIt = (row: Record<string, unknown>) =>
    row['low_id'] === key.low_id && row['high_id'] === key.high_id;

  /** Inserts the dislike to undo, and dislikes of the same time between other people. */
  async function dislike(pair: object = {}, until = soon): Promise<void> {
    for (const neighbour of [sidesOf(first, middle), sidesOf(middle, last)])
      await insertRow(sql, 'social', 'pairs', {
        ...neighbour.key,
        low_passed_until: until,
        high_passed_until: until,
      });
    await insertRow(sql, 'social', 'pairs', {
      ...key,
      [`${my}_passed_until`]: until,
      [`${their}_passed_until`]: later,
      ...pair,
    });
    await note(userId, otherId, until);
    await note(middle, otherId, until);
    await note(otherId, middle, until);
  }
  const takeBack = async (passedUntil = soon) =>
    sql.begin((tx) => takeBackDislike(tx, { userId, otherId, passedUntil, now }));
  const withoutPass = (rows: readonly Record<string, unknown>[]) =>
    rows.map((row) => {
      if (!isIt(row)) return row;
      const { [`${my}_passed_until`]: _, ...left } = row;
      return left;
    });
  const withoutNote = (rows: readonly Record<string, unknown>[]) =>
    rows.filter((row) => row['user_id'] !== userId);

  test(`undoing a dislike deletes its pass and its note, and keeps those of the other side: ${side}`, async () => {
    await dislike();
    const [pairsBefore, notesBefore] = [await pairs(), await notes()];
    assert.deepEqual(await takeBack(), { passEnded: true, wasLast: true });
    assert.deepEqual(await pairs(), withoutPass(pairsBefore));
    assert.deepEqual(await notes(), withoutNote(notesBefore));
    assert.deepEqual(await takeBack(), { passEnded: false, wasLast: false });
    assert.deepEqual(await pairs(), withoutPass(pairsBefore));
  });

  const blocks: [name: string, pair: object, ended: boolean][] = [
    ['blocked until now', { low_blocked_until: now, high_blocked_until: now }, true],
    ['blocked by the low one', { low_blocked_until: soon }, false],
    ['blocked by the high one', { high_blocked_until: 'infinity' }, false],
    ['passed over again', { [`${my}_passed_until`]: later }, false],
    ['liked since', { [`${my}_passed_until`]: null, [`${their}_passed_until`]: soon }, false],
  ];
  for (const [name, pair, passEnded] of blocks)
    test(`undo ends a pass only if it is unchanged since the dislike and neither side has a block: ${name}, ${side}`, async () => {
      await dislike(pair);
      const before = await pairs();
      assert.deepEqual(await takeBack(), { passEnded, wasLast: true });
      assert.deepEqual(await pairs(), passEnded ? withoutPass(before) : before);
    });

  test(`an expired pass cannot be ended: ${side}`, async () => {
    await dislike({}, now);
    const before = await pairs();
    assert.deepEqual(await takeBack(now), { passEnded: false, wasLast: true });
    assert.deepEqual(await pairs(), before);
  });

  for (const [name, fields, passEnded] of [
    ['suspended until now', { suspended_until: now, deleted_at: null }, true],
    ['suspended', { suspended_until: soon, deleted_at: null }, false],
    ['deleted', { suspended_until: now, deleted_at: now }, false],
  ] as const)
    test(`undo ends a pass only if the other user is active: ${name}, ${side}`, async () => {
      await dislike();
      await sql`
        update social.users set suspended_until = ${fields.suspended_until}, deleted_at = ${fields.deleted_at}
        where id = ${otherId}`;
      const before = await pairs();
      assert.deepEqual(await takeBack(), { passEnded, wasLast: true });
      assert.deepEqual(await pairs(), passEnded ? withoutPass(before) : before);
    });

  for (const [name, other, until] of [
    ['about another user', middle, soon],
    ['with another end', otherId, later],
  ] as const)
    test(`keeps a note ${name}: ${side}`, async () => {
      await dislike();
      await sql`delete from social.last_dislikes where user_id = ${userId}`;
      await note(userId, other, until);
      const before = await notes();
      assert.deepEqual(await takeBack(), { passEnded: true, wasLast: false });
      assert.deepEqual(await notes(), before);
    });
}
