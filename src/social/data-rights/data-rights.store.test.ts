import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestSql } from '../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../test/support/social-rows.ts';
import { insertRow } from '../../../test/support/table-rows.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import { findEverything } from './data-rights.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const idOf = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
const [low, me, high] = [idOf(1), idOf(5), idOf(9)];

test('what is handed out is all of one’s own, in its order, and nothing of anybody else', async () => {
  const events = [await insertEvent(sql, now), await insertEvent(sql, now)];
  for (const [index, id] of [low, me, high].entries()) {
    await insertPerson(sql, id, now);
    for (const position of [1, 0])
      await insertRow(sql, 'social', 'photos', {
        id: idOf(2 * index + position + 1),
        user_id: id,
        position,
        link: `https://example.com/${id.slice(-1)}/${position}`,
        created_at: now,
      });
    for (const [number, event] of events.entries())
      await insertRow(sql, 'social', 'waiting', { event_id: event, user_id: id, since: at(-number) });
  }
  const pair = (one: string, other: string, fields: object) =>
    insertRow(sql, 'social', 'pairs', { low_id: one, high_id: other, ...fields });
  await pair(low, me, { low_liked_at: now });
  await pair(me, high, { high_liked_at: now, low_passed_until: at(1) });
  await pair(low, high, { low_liked_at: now, high_liked_at: now });
  const data = (await findEverything(sql, me)) as Record<string, Record<string, unknown>[]> & {
    user: Record<string, unknown>;
  };
  const column = (name: string, key: string) => data[name]?.map((row) => row[key]);
  assert.equal(data.user['id'], me);
  assert.deepEqual(column('photos', 'link'), ['https://example.com/5/0', 'https://example.com/5/1']);
  assert.deepEqual(column('waiting', 'event_id'), events.toReversed());
  assert.deepEqual(column('reactions', 'other_id'), [high], 'what only the other has done is the other’s');
  assert.deepEqual(column('reactions', 'liked_at'), [null]);
});

for (const mine of ['liked_at', 'passed_until', 'blocked_until'])
  test(`what I have done is mine, on either side: ${mine}`, async () => {
    await sql`delete from social.pairs`;
    const pair = (one: string, other: string, side: string) =>
      insertRow(sql, 'social', 'pairs', { low_id: one, high_id: other, [`${side}_${mine}`]: at(1) });
    await pair(low, me, 'high');
    await pair(me, high, 'low');
    const { reactions } = await findEverything(sql, me);
    assert.deepEqual(
      (reactions as Record<string, unknown>[]).map((row) => [row['other_id'], row[mine] !== null]),
      [
        [low, true],
        [high, true],
      ],
    );
  });
