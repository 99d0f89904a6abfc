import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { findCombinationsByMessage } from './combination.store.ts';
import { newCombinationsColumn, upsertSeen } from './seen-combination.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
/** An id between those of the other people, so that it is the low id of some pairs and the high id of others. */
const me = idOf(5);

beforeEach(async () => {
  await sql`delete from social.pairs`;
  await sql`delete from social.users`;
  for (let digit = 1; digit <= 9; digit += 1) await insertPerson(sql, idOf(digit), now);
});

const sidesOf = (one: string, other: string) => {
  const [low, high] = [one, other].toSorted();
  return { low_id: low, high_id: high };
};
const combine = (digit: number, seconds: number | null, who = me) =>
  insertRow(sql, 'social', 'pairs', {
    ...sidesOf(who, idOf(digit)),
    combined_at: seconds === null ? null : at(seconds),
  });
/** Sets the time of the last message, and the time up to which I have cleared the chat. */
const write = (digit: number, seconds: number, clearedSeconds?: number) =>
  insertRow(sql, 'social', 'chats', {
    ...sidesOf(me, idOf(digit)),
    last_message_id: firstIdAt(at(seconds).getTime()),
    ...(clearedSeconds === undefined
      ? {}
      : { [digit < 5 ? 'high_cleared_id' : 'low_cleared_id']: firstIdAt(at(clearedSeconds).getTime()) }),
  });

/** Adds, on each side, deleted users and two suspended ones. One suspension has just ended. */
async function addGone(): Promise<void> {
  for (const digit of [1, 2, 3, 7, 8, 9]) await combine(digit, digit);
  await sql`update social.users set deleted_at = ${now} where id in (${idOf(1)}, ${idOf(9)})`;
  await sql`update social.users set suspended_until = ${at(1)} where id in (${idOf(2)}, ${idOf(8)})`;
  await sql`update social.users set suspended_until = ${now} where id in (${idOf(3)}, ${idOf(7)})`;
}

async function listed(limit = 9): Promise<string> {
  let found = '';
  for (let place: Parameters<typeof findCombinationsByMessage>[2]; ;) {
    const rows = await findCombinationsByMessage(sql, me, place, { limit, now });
    found += rows.map(({ otherId }) => otherId.slice(-1)).join('');
    place = rows.at(-1);
    if (!place) return found;
  }
}

test('orders combinations by the last message of either side and leaves out deleted and suspended users', async () => {
  await addGone();
  assert.equal(await listed(), '73');
  await combine(4, null);
  await combine(6, null);
  await combine(6, 99, idOf(2));
  assert.equal(await listed(), '73', 'only the viewer’s combinations');
  await write(3, 10);
  assert.equal(await listed(), '37');
  assert.equal(await listed(1), '37');
  await write(7, 20, 19);
  assert.equal(await listed(), '73');
});

test('ignores messages that the viewer has cleared, on either side', async () => {
  for (const digit of [4, 6]) await combine(digit, digit);
  await combine(2, 1);
  await combine(8, 2);
  await write(2, 30, 30);
  await write(8, 31, 32);
  assert.equal(await listed(), '6482');
});

test('counts messages since the last clearing, on either side', async () => {
  for (const digit of [1, 2, 3, 6, 7, 8]) await combine(digit, digit);
  assert.equal(await listed(), '876321');
  await write(1, 21);
  await write(6, 20);
  assert.equal(await listed(), '168732');
  await write(2, 31, 30);
  await write(7, 32, 31);
  assert.equal(await listed(), '721683');
  // Just cleared, and no message since.
  await write(3, 41, 41);
  await write(8, 42, 42);
  assert.equal(await listed(), '721683');
});

test('messages between other people, or with a former partner, do not change the order', async () => {
  for (const digit of [3, 7]) await combine(digit, digit);
  for (const digit of [4, 6]) await combine(digit, null);
  for (const digit of [4, 6]) await write(digit, 50);
  for (const [one, other] of [
    [3, 4],
    [1, 3],
    [3, 7],
    [6, 7],
    [7, 8],
  ] as const)
    await insertRow(sql, 'social', 'chats', {
      low_id: idOf(one),
      high_id: idOf(other),
      last_message_id: firstIdAt(at(40 + one).getTime()),
    });
  const rows = await findCombinationsByMessage(sql, me, undefined, { limit: 9, now });
  assert.deepEqual(
    rows.map((row) => [row.otherId, row.combinedAt, row.movedAt]),
    [
      [idOf(7), at(7), at(7)],
      [idOf(3), at(3), at(3)],
    ],
  );
});

test('combinations of the same time are ordered by id across pages', async () => {
  for (const digit of [6, 3, 4, 7]) await combine(digit, 1);
  assert.equal(await listed(), '7643');
  assert.equal(await listed(1), '7643');
});

test('new combinations are those after the newest one seen, and that mark never moves back', async () => {
  await addGone();
  const fresh = async (most = 9): Promise<number | undefined> =>
    (await sql<{ count: number }[]>`select ${newCombinationsColumn(sql, me, { most, now })} as count`)[0]
      ?.count;
  assert.deepEqual([await fresh(), await fresh(1)], [2, 1]);
  await upsertSeen(sql, idOf(4), at(99));
  assert.equal(await fresh(), 2, 'another user has seen the list');
  await upsertSeen(sql, me, at(3));
  assert.equal(await fresh(), 1);
  await upsertSeen(sql, me, at(7));
  assert.equal(await fresh(), 0);
  await upsertSeen(sql, me, at(3));
  assert.equal(await fresh(), 0);
});
