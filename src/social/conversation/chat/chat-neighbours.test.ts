import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Pair } from '../../people/pairs/pair.rules.ts';
import { noId, type Message } from './chat.rules.ts';
import {
  clearChat,
  decrementUnread,
  findChat,
  findMessageByClientId,
  findMessages,
  findNewestIdBefore,
  hideMessage,
  leaveTombstone,
  lockChat,
  lockMessage,
  markRead,
} from './chat.store.ts';

const sql = await useTestSql();
/** The chats of three people. The first and the last person of the chat under test each share a chat with the third. */
let chats: readonly [Pair, Pair, Pair];
let ids: string[];

beforeEach(async () => {
  await sql`delete from social.users`;
  const [low, middle, high] = [newId(), newId(), newId()];
  for (const id of [low, middle, high]) {
    await sql`
      insert into social.users (id, provider, login_id, name, last_active_at, created_at)
      values (${id}, 'test', ${id}, 'P', now(), now())`;
  }
  chats = [
    { lowId: low, highId: high },
    { lowId: low, highId: middle },
    { lowId: middle, highId: high },
  ];
  ids = [newId(), newId(), newId(), newId()];
  // All three chats use the same ids, sent by low and high in turn. The chat under test comes last, so that a query
  // without a full key finds a neighbour first.
  for (const [chat, { lowId, highId }] of [...chats.entries()].toReversed()) {
    const unread = 2 + chat;
    await sql`
      insert into social.chats (low_id, high_id, low_unread, high_unread)
      values (${lowId}, ${highId}, ${unread}, ${unread})`;
    for (const [index, id] of ids.entries()) {
      await sql`
        insert into social.messages (low_id, high_id, id, from_low, client_id, body)
        values (${lowId}, ${highId}, ${id}, ${index % 2 === 0}, ${`client-${index >> 1}`}, ${`${chat === 0 ? 'text' : 'other'} ${index}`})`;
    }
  }
});

const now = new Date('2026-03-01T12:00:00Z');
const everything = { fromId: noId, untilId: 'ffffffff-ffff-ffff-ffff-ffffffffffff', clearedId: noId };

async function stateOf(pair: Pair) {
  const messages = await sql<{ state: string }[]>`
    select concat_ws(' ', body, read_at is not null, deleted_at is not null, hidden_from_low, hidden_from_high) as state
    from social.messages where low_id = ${pair.lowId} and high_id = ${pair.highId} order by id`;
  return { chat: { ...(await findChat(sql, pair)) }, messages: messages.map(({ state }) => state) };
}

async function change(run: (tx: Tx, pair: Pair) => Promise<unknown>) {
  const neighbours = () => Promise.all([stateOf(chats[1]), stateOf(chats[2])]);
  const were = await neighbours();
  const given = await sql.begin((tx) => run(tx, chats[0]));
  assert.deepEqual(await neighbours(), were);
  return { given, ...(await stateOf(chats[0])) };
}
const messageOf = async (tx: Tx, pair: Pair, index: number): Promise<Message> => {
  const message = await lockMessage(tx, pair, ids[index] ?? '');
  assert.ok(message);
  return message;
};
const fresh = 'f f f f';
const most = { limit: 100, mostBytes: 1_000_000 };

test('deleting a message leaves a tombstone and changes no other message', async () => {
  const { messages } = await change(async (tx, pair) =>
    leaveTombstone(tx, await messageOf(tx, pair, 1), now),
  );
  assert.deepEqual(messages, [`text 0 ${fresh}`, ' f t f f', `text 2 ${fresh}`, `text 3 ${fresh}`]);
});

test('hides a message from one side only', async () => {
  const hide = (index: number, isLow: boolean) =>
    change(async (tx, pair) => hideMessage(tx, await messageOf(tx, pair, index), isLow));
  await hide(0, true);
  const { messages } = await hide(1, false);
  assert.deepEqual(messages, ['text 0 f f t f', 'text 1 f f f t', `text 2 ${fresh}`, `text 3 ${fresh}`]);
  assert.deepEqual((await hide(0, false)).messages[0], 'text 0 f f t t');
  const seen = async (viewerIsLow: boolean) =>
    (await findMessages(sql, chats[0], { ...everything, viewerIsLow }, most)).map(({ body }) => body);
  assert.deepEqual(await seen(true), ['text 1', 'text 2', 'text 3']);
  assert.deepEqual(await seen(false), ['text 2', 'text 3']);
});

test('lowers the recipient’s unread count', async () => {
  const less = (index: number) =>
    change(async (tx, pair) => decrementUnread(tx, await messageOf(tx, pair, index)));
  const unread = ({ chat }: { chat: { lowUnread?: number; highUnread?: number } }) => [
    chat.lowUnread,
    chat.highUnread,
  ];
  assert.deepEqual(unread(await less(0)), [2, 1]);
  assert.deepEqual(unread(await less(1)), [1, 1]);
});

test('marks the other side’s messages as read up to one message, except deleted and hidden ones', async () => {
  const read = (isLow: boolean, after: string, upTo: number) =>
    change((tx, pair) =>
      markRead(tx, pair, { isLow, afterId: after, fromId: noId, upToId: ids[upTo] ?? '', now }),
    );
  const first = await read(true, noId, 1);
  assert.deepEqual(
    [first.given, first.chat.lowUnread, first.chat.highUnread, first.chat.lowReadId],
    [1, 1, 2, ids[1]],
  );
  assert.deepEqual(first.messages, [
    `text 0 ${fresh}`,
    'text 1 t f f f',
    `text 2 ${fresh}`,
    `text 3 ${fresh}`,
  ]);
  assert.equal((await read(true, noId, 1)).given, 0);
  assert.equal((await read(true, ids[3] ?? '', 3)).given, 0);
  await change(async (tx, pair) => hideMessage(tx, await messageOf(tx, pair, 0), false));
  await change(async (tx, pair) => leaveTombstone(tx, await messageOf(tx, pair, 2), now));
  const second = await read(false, noId, 3);
  assert.deepEqual([second.given, second.chat.highReadId, second.chat.lowReadId], [0, ids[3], ids[3]]);
});

test('empties a chat for one side and deletes what both have emptied', async () => {
  const clear = (isLow: boolean, cleared: string, upTo: number) =>
    change((tx, pair) => clearChat(tx, pair, { isLow, clearedId: cleared, upToId: ids[upTo] ?? '' }));
  await change(async (tx, pair) => hideMessage(tx, await messageOf(tx, pair, 0), true));
  const low = await clear(true, noId, 2);
  assert.deepEqual([low.given, low.messages.length], [2, 4]);
  assert.deepEqual([low.chat.lowClearedId, low.chat.lowReadId, low.chat.lowUnread], [ids[2], ids[2], 0]);
  assert.deepEqual([low.chat.highClearedId, low.chat.highUnread], [null, 2]);
  const high = await clear(false, noId, 1);
  assert.deepEqual([high.given, high.messages], [2, [`text 2 ${fresh}`, `text 3 ${fresh}`]]);
  assert.equal((await clear(true, ids[2] ?? '', 3)).given, 1);
});

test('finds a message by its client id within its chat, and the newest message of a range', async () => {
  const found = async (pair: Pair, fromLow: boolean, name: string) =>
    (await findMessageByClientId(sql, pair, fromLow, name))?.body;
  assert.equal(await found(chats[0], true, 'client-1'), 'text 2');
  assert.equal(await found(chats[0], false, 'client-1'), 'text 3');
  assert.equal(await found(chats[0], true, 'client-2'), undefined);
  const newest = (untilId: string, clearedId: string, viewerIsLow = true) =>
    findNewestIdBefore(sql, chats[0], { untilId, clearedId, viewerIsLow });
  assert.equal(await newest(ids[2] ?? '', noId), ids[1]);
  assert.equal(await newest(ids[2] ?? '', ids[1] ?? ''), undefined);
  await change(async (tx, pair) => hideMessage(tx, await messageOf(tx, pair, 1), true));
  assert.equal(await newest(ids[2] ?? '', noId), ids[0]);
  assert.equal(await newest(ids[2] ?? '', noId, false), ids[1]);
});

test('locks one chat and one message until the transaction ends', async () => {
  const lockedChats = await countLocked(sql, 'social', 'chats', async (tx) => {
    assert.equal((await lockChat(tx, chats[0]))?.lowUnread, 2);
  });
  const lockedMessages = await countLocked(sql, 'social', 'messages', async (tx) => {
    assert.equal((await messageOf(tx, chats[0], 1)).lowId, chats[0].lowId);
  });
  assert.deepEqual([lockedChats, lockedMessages], [1, 1]);
});

test('a page includes its first id and excludes its last', async () => {
  const [, from = '', , until = ''] = ids;
  const range = { ...everything, fromId: from, untilId: until, viewerIsLow: true };
  const page = await findMessages(sql, chats[0], range, most);
  assert.deepEqual(
    page.map(({ body }) => body),
    ['text 1', 'text 2'],
  );
});
