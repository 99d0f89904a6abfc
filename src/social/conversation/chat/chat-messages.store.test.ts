import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { pairOf, type Pair } from '../../people/pairs/pair.rules.ts';
import { recordGivenFragment } from '../../delivery/updates/update.store.ts';
import { noId, type Message } from './chat.rules.ts';
import {
  clearChat,
  decrementUnread,
  findChat,
  findMessageByClientId,
  hideMessage,
  insertMessage,
  leaveTombstone,
  lockChat,
  lockMessage,
} from './chat.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const [low, middle, high] = [idOf(1), idOf(2), idOf(3)];
const pair = pairOf(low, high);
/** The first and the last chat each share one person with the chat under test. */
const pairs = [pairOf(low, middle), pair, pairOf(middle, high)];
const nameOf = ({ lowId, highId }: Pair) => `${lowId.slice(-1)}${highId.slice(-1)}`;

/** Each chat has four messages, with the same ids in all chats. */
beforeEach(async () => {
  for (const table of ['messages', 'updates', 'pairs', 'users'])
    await sql`delete from social.${sql.identifier(table)}`;
  for (const id of [low, middle, high]) await insertPerson(sql, id, now);
  for (const [index, one] of pairs.entries()) {
    const key = { low_id: one.lowId, high_id: one.highId };
    await insertRow(sql, 'social', 'pairs', { ...key, combined_at: now });
    await insertRow(sql, 'social', 'chats', {
      ...key,
      low_unread: 3 + index,
      high_unread: 7 + index,
      last_message_id: idOf(8),
    });
    for (const digit of [5, 6, 7, 8])
      await insertRow(sql, 'social', 'messages', {
        ...key,
        id: idOf(digit),
        from_low: digit < 7,
        body: `${nameOf(one)} ${digit}`,
      });
  }
});

type Row = Record<string, unknown>;
const chats = () => readRows(sql, 'social', 'chats');
const messages = () => readRows(sql, 'social', 'messages');
const isOfPair = (row: Row) => row['low_id'] === low && row['high_id'] === high;
/** Returns the rows with changes only in the chat under test. */
const changed = (rows: readonly Row[], fields: object, digit?: number) =>
  rows.map((row) =>
    isOfPair(row) && (digit === undefined || row['id'] === idOf(digit)) ? { ...row, ...fields } : row,
  );
const message = (digit: number, fromLow = true): Message => ({
  ...pair,
  id: idOf(digit),
  fromLow,
  clientId: null,
  body: '',
  readAt: null,
  deletedAt: null,
  hiddenFromLow: false,
  hiddenFromHigh: false,
});

const send = (id: string, fromLow: boolean, to = pair) =>
  insertMessage(
    sql,
    { ...to, id, fromLow, clientId: null, body: 'Oi' },
    recordGivenFragment(sql, now),
    (from) => sql`select ${from}`,
  );

test('a message raises the recipient’s unread count and adds an update for both', async () => {
  const before = await chats();
  const [first, second] = [firstIdAt(now.getTime()), firstIdAt(now.getTime() + 1)];
  assert.equal(await send(first, true), first);
  assert.deepEqual(await chats(), changed(before, { high_unread: 9, last_message_id: first }));
  assert.equal(await send(second, false), second);
  assert.deepEqual(
    await chats(),
    changed(before, { high_unread: 9, low_unread: 5, last_message_id: second }),
  );
  const sent = (await messages()).filter((row) => row['body'] === 'Oi');
  assert.deepEqual(
    sent.map((row) => [row['id'], row['from_low'], isOfPair(row)]),
    [
      [first, true, true],
      [second, false, true],
    ],
  );
  const told = await readRows(sql, 'social', 'updates', ['user_id', 'seq', 'message_id']);
  assert.deepEqual(
    told.map((row) => [row['user_id'], row['seq'], row['message_id']]),
    [
      [low, 1, first],
      [low, 2, second],
      [high, 1, first],
      [high, 2, second],
    ],
  );
});

for (const [fromLow, unread] of [
  [true, { low_unread: 0, high_unread: 1 }],
  [false, { low_unread: 1, high_unread: 0 }],
] as const)
  test(`the first message creates the chat, sent by the ${fromLow ? 'low' : 'high'} one`, async () => {
    const others = (await chats()).filter((row) => !isOfPair(row));
    await sql`delete from social.chats where low_id = ${low} and high_id = ${high}`;
    await send(idOf(5), fromLow);
    const [made, ...more] = (await chats()).filter(isOfPair);
    assert.deepEqual(
      { low_unread: made?.['low_unread'], high_unread: made?.['high_unread'], more },
      { ...unread, more: [] },
    );
    assert.deepEqual(
      (await chats()).filter((row) => !isOfPair(row)),
      others,
    );
  });

test('refuses to write a message between users who are not combined', async () => {
  const before = await chats();
  await sql`update social.pairs set combined_at = null where low_id = ${low} and high_id = ${high}`;
  assert.equal(await send(idOf(9), true), undefined);
  await sql`delete from social.pairs`;
  assert.equal(await send(idOf(9), true), undefined);
  assert.deepEqual([await chats(), (await messages()).length], [before, 12]);
});

test('gives a later message a larger id, one millisecond after the last one if its own id is not larger', async () => {
  const behind = (ms: number, digit: number) => idOf(digit).replace('-0000-', `-000${ms}-`);
  assert.equal(await send(idOf(8), true), behind(1, 8), 'same id as the last');
  assert.equal(await send(idOf(9), true), behind(2, 9), 'before the last');
  assert.equal(await send(behind(3, 1), true), behind(3, 1), 'after the last');
});

test('finds the newest message with a client id in one chat from one sender', async () => {
  const write = (to: Pair, year: number, fromLow: boolean, clientId: string) =>
    insertRow(sql, 'social', 'messages', {
      low_id: to.lowId,
      high_id: to.highId,
      id: firstIdAt(Date.UTC(year)),
      from_low: fromLow,
      client_id: clientId,
      body: `${nameOf(to)} ${year} ${fromLow ? 'low' : 'high'} ${clientId}`,
    });
  // The oldest partition, with a unique index on client ids, and the last partition.
  await write(pair, 2026, true, 'a');
  await write(pair, 2200, true, 'a');
  // Each row differs in one field and is newer.
  await write(pairOf(low, middle), 2201, true, 'a');
  await write(pairOf(middle, high), 2202, true, 'a');
  await write(pair, 2203, false, 'a');
  await write(pair, 2204, true, 'b');
  const find = async (to: Pair, fromLow: boolean, clientId: string) =>
    (await findMessageByClientId(sql, to, fromLow, clientId))?.body;
  assert.equal(await find(pair, true, 'a'), '13 2200 low a');
  assert.equal(await find(pair, false, 'a'), '13 2203 high a');
  assert.equal(await find(pair, true, 'b'), '13 2204 low b');
  assert.equal(await find(pairOf(middle, high), true, 'a'), '23 2202 low a');
  assert.equal(await find(pair, false, 'b'), undefined);
});

test('both people find the chat, and locking it locks no other row', async () => {
  for (const [index, one] of pairs.entries()) {
    const found = await findChat(sql, one);
    assert.deepEqual([found?.lowUnread, found?.highUnread], [3 + index, 7 + index]);
    const locked = await sql.begin((tx) => lockChat(tx, one));
    assert.deepEqual([locked?.lowUnread, locked?.highUnread], [3 + index, 7 + index]);
    assert.equal(await countLocked(sql, 'social', 'chats', (tx) => lockChat(tx, one)), 1);
  }
  await sql`delete from social.chats where low_id = ${low} and high_id = ${high}`;
  assert.equal(await findChat(sql, pair), undefined);
  assert.equal(await sql.begin((tx) => lockChat(tx, pair)), undefined);
});

test('locks a message by its chat and its id, and no other row', async () => {
  const lock = async (one: Pair, digit: number) =>
    (await sql.begin((tx) => lockMessage(tx, one, idOf(digit))))?.body;
  for (const one of pairs) {
    const name = nameOf(one);
    assert.deepEqual([await lock(one, 5), await lock(one, 6)], [`${name} 5`, `${name} 6`]);
  }
  assert.equal(await lock(pair, 9), undefined);
  const locked = await countLocked(sql, 'social', 'messages', (tx) => lockMessage(tx, pair, idOf(6)));
  assert.equal(locked, 1);
});

test('a tombstone removes the text of one message only', async () => {
  const before = await messages();
  await sql.begin((tx) => leaveTombstone(tx, message(6), now));
  assert.deepEqual(await messages(), changed(before, { body: '', deleted_at: now.toISOString() }, 6));
});

test('hides one message from one person, then from both', async () => {
  const before = await messages();
  await sql.begin((tx) => hideMessage(tx, message(6), true));
  const fromLow = changed(before, { hidden_from_low: true }, 6);
  assert.deepEqual(await messages(), fromLow);
  await sql.begin((tx) => hideMessage(tx, message(6), false));
  assert.deepEqual(await messages(), changed(fromLow, { hidden_from_high: true }, 6));
  await sql.begin((tx) => hideMessage(tx, message(7), false));
  await sql.begin((tx) => hideMessage(tx, message(7), true));
  const fromBoth = { hidden_from_low: true, hidden_from_high: true };
  assert.deepEqual(await messages(), changed(changed(before, fromBoth, 6), fromBoth, 7));
});

test('lowers the unread count of the recipient only', async () => {
  const before = await chats();
  await sql.begin((tx) => decrementUnread(tx, message(6, true)));
  assert.deepEqual(await chats(), changed(before, { high_unread: 7 }));
  await sql.begin((tx) => decrementUnread(tx, message(7, false)));
  assert.deepEqual(await chats(), changed(before, { high_unread: 7, low_unread: 3 }));
});

const clear = (isLow: boolean, from: string, upTo: number) =>
  sql.begin((tx) => clearChat(tx, pair, { isLow, clearedId: from, upToId: idOf(upTo) }));

for (const isLow of [true, false])
  test(`empties a chat for the ${isLow ? 'low' : 'high'} one only and returns the number of visible messages`, async () => {
    const [mine, theirs] = isLow ? ['low', 'high'] : ['high', 'low'];
    // Neighbouring chats that are emptied must not have an effect.
    await sql`
      update social.chats set low_cleared_id = ${idOf(9)}, high_cleared_id = ${idOf(9)}
      where not (low_id = ${low} and high_id = ${high})`;
    await sql`update social.messages set ${sql.identifier(`hidden_from_${mine}`)} = true where id = ${idOf(5)}`;
    const [chatsBefore, messagesBefore] = [await chats(), await messages()];
    const emptied = {
      [`${mine}_unread`]: 0,
      [`${mine}_has_unread`]: false,
      [`${mine}_cleared_id`]: idOf(7),
      [`${mine}_read_id`]: idOf(7),
    };
    assert.equal(await clear(isLow, noId, 7), 2);
    assert.deepEqual(await chats(), changed(chatsBefore, emptied));
    assert.deepEqual(await messages(), messagesBefore);
    assert.equal(await clear(isLow, idOf(6), 7), 1, 'without messages emptied before');
    await sql`
      update social.messages set ${sql.identifier(`hidden_from_${theirs}`)} = true where id = ${idOf(7)}`;
    assert.equal(await clear(isLow, noId, 8), 3, 'with what is hidden from the other');
  });

test('deletes only messages that both sides have emptied', async () => {
  await sql`
    update social.chats set low_cleared_id = ${idOf(9)}, high_cleared_id = ${idOf(9)}
    where not (low_id = ${low} and high_id = ${high})`;
  const before = await messages();
  const without = (...digits: number[]) =>
    before.filter((row) => !isOfPair(row) || !digits.includes(Number(String(row['id']).slice(-1))));
  await clear(true, noId, 6);
  assert.deepEqual(await messages(), before);
  await clear(false, noId, 7);
  assert.deepEqual(await messages(), without(5, 6));
  await clear(true, idOf(6), 8);
  assert.deepEqual(await messages(), without(5, 6, 7));
});
