import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { closeChat, openChat } from './closing.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const [low, middle, high] = [idOf(1), idOf(2), idOf(3)];
const message = idOf(9);
const open = { last_message_id: message, low_unread: 1, high_unread: 2 };
const pairs = [
  { low_id: low, high_id: middle },
  { low_id: low, high_id: high },
  { low_id: middle, high_id: high },
];

/** Three people, each with a chat with the other two. */
beforeEach(async () => {
  await sql`delete from social.users`;
  for (const id of [low, middle, high]) await insertPerson(sql, id, now);
  for (const pair of pairs) {
    await insertRow(sql, 'social', 'pairs', { ...pair, combined_at: now });
    await insertRow(sql, 'social', 'chats', { ...pair, ...open });
    await insertRow(sql, 'social', 'messages', { ...pair, id: message, from_low: true, body: 'Oi' });
  }
});

const chats = async () =>
  Object.fromEntries(
    (
      await readRows(sql, 'social', 'chats', [
        'low_id',
        'high_id',
        ...Object.keys(open),
        'low_cleared_id',
        'high_cleared_id',
        'low_read_id',
        'high_read_id',
        'closed_at',
      ])
    ).map(({ low_id: one, high_id: other, ...chat }) => [
      `${String(one).slice(-1)}${String(other).slice(-1)}`,
      chat,
    ]),
  );
const line = {
  last_message_id: message,
  low_unread: 0,
  high_unread: 0,
  low_cleared_id: message,
  high_cleared_id: message,
  low_read_id: message,
  high_read_id: message,
};
const pair = { lowId: low, highId: high };

test('closing a chat clears it up to its last message, opening it deletes the old messages, and other chats do not change', async () => {
  await sql.begin(async (tx) => closeChat(tx, pair, now));
  assert.deepEqual(await chats(), { 12: open, 13: { ...line, closed_at: now.toISOString() }, 23: open });
  assert.equal((await readRows(sql, 'social', 'messages')).length, 3);
  await sql.begin(async (tx) => openChat(tx, pair));
  assert.deepEqual(await chats(), { 12: open, 13: line, 23: open });
  const left = await sql<{ low_id: string; high_id: string }[]>`
    select low_id, high_id from social.messages order by low_id`;
  assert.deepEqual([...left], [pairs[0], pairs[2]]);
});
