import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { noId } from './chat.rules.ts';
import { findMessagesByIds, markRead } from './chat.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const [low, middle, high] = [idOf(1), idOf(2), idOf(3)];
const chats = [
  { low_id: low, high_id: middle },
  { low_id: low, high_id: high },
  { low_id: middle, high_id: high },
];

/** Each chat has four messages from low and one from high, with the same ids in all chats. */
beforeEach(async () => {
  await sql`delete from social.messages`;
  await sql`delete from social.chats`;
  await sql`delete from social.users`;
  for (const id of [low, middle, high]) await insertPerson(sql, id, now);
  for (const chat of chats) {
    await insertRow(sql, 'social', 'chats', { ...chat, low_unread: 1, high_unread: 4 });
    for (const digit of [4, 5, 6, 7, 8])
      await insertRow(sql, 'social', 'messages', {
        ...chat,
        id: idOf(digit),
        from_low: digit !== 6,
        body: [chat.low_id, chat.high_id].map((id) => id.slice(-1)).join(''),
      });
  }
});

const pair = { lowId: low, highId: high };
const read = (from: number, upTo: number, isLow = false) =>
  sql.begin((tx) =>
    markRead(tx, pair, { isLow, afterId: noId, fromId: idOf(from), upToId: idOf(upTo), now }),
  );
const state = async () => {
  const messages = await readRows(sql, 'social', 'messages', ['low_id', 'high_id', 'id', 'read_at']);
  const [chat] = await sql<{ low_unread: number; high_unread: number; mark: string | null }[]>`
    select low_unread, high_unread, high_read_id as mark from social.chats
    where low_id = ${low} and high_id = ${high}`;
  return {
    read: messages
      .filter((row) => row['read_at'] !== undefined)
      .map((row) => ['low_id', 'high_id', 'id'].map((name) => String(row[name]).slice(-1)).join(''))
      .toSorted(),
    unread: [chat?.low_unread, chat?.high_unread],
    mark: chat?.mark?.slice(-1),
  };
};

test('marks the other side’s messages of this chat only, and the mark does not pass an unread message', async () => {
  assert.equal(await read(5, 7), 2);
  assert.deepEqual(await state(), { read: ['135', '137'], unread: [1, 2], mark: undefined });
  assert.equal(await read(4, 5), 1);
  assert.deepEqual(await state(), { read: ['134', '135', '137'], unread: [1, 1], mark: '5' });
  assert.equal(await read(8, 8), 1);
  assert.deepEqual(await state(), { read: ['134', '135', '137', '138'], unread: [1, 0], mark: '8' });
  assert.equal(await read(4, 8, true), 1);
  assert.deepEqual((await state()).unread, [0, 0]);
});

test('deleted messages and messages hidden from the reader are not unread', async () => {
  await sql`update social.messages set deleted_at = ${now} where id = ${idOf(4)}`;
  await sql`update social.messages set hidden_from_high = true where id = ${idOf(5)}`;
  assert.equal(await read(7, 8), 2);
  assert.deepEqual(await state(), { read: ['137', '138'], unread: [1, 2], mark: '8' });
});

test('finds messages by chat and id', async () => {
  const found = await findMessagesByIds(sql, [
    { ...pair, id: idOf(4) },
    { lowId: low, highId: middle, id: idOf(5) },
    { ...pair, id: idOf(9) },
  ]);
  assert.deepEqual(found.map(({ id, body }) => `${body} ${id.slice(-1)}`).toSorted(), ['12 5', '13 4']);
});
