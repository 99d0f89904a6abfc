import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../../test/support/database.ts';
import { actBeside } from '../../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../../test/support/table-rows.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../../platform/postgres/client/sql.ts';
import { countUnread, deleteEmptied, lockUnreadChats } from './chat-archive.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
/** The partition that contains every id made by `idOf`. */
const leaf = 'social.messages_before';
const farAhead = 'ffffffff-ffff-7000-8000-000000000001';

before(async () => {
  for (const digit of [1, 2, 3, 4, 5]) await insertPerson(sql, idOf(digit), now);
});
beforeEach(async () => {
  await sql`delete from social.messages`;
  await sql`delete from social.chats`;
});

/** The name of a chat consists of the digits of its two people. */
const sidesOf = (name: string) => ({
  low_id: idOf(Number(name.slice(0, 1))),
  high_id: idOf(Number(name.slice(1))),
});
const open = (name: string, fields: object = {}) =>
  insertRow(sql, 'social', 'chats', { ...sidesOf(name), ...fields });
const write = async (name: string, digits: string, fromLow: boolean, fields: object = {}) => {
  for (const digit of digits)
    await insertRow(sql, 'social', 'messages', {
      ...sidesOf(name),
      id: idOf(Number(digit)),
      from_low: fromLow,
      body: '',
      ...fields,
    });
};
const nameOf = (row: Record<string, unknown>) =>
  ['low_id', 'high_id'].map((column) => String(row[column]).slice(-1)).join('');

async function free(tag: Tag): Promise<string[]> {
  const rows = await tag`select low_id, high_id from social.chats for update skip locked`;
  return rows.map(nameOf).toSorted();
}
async function held(work: (tx: Tx) => Promise<void>): Promise<string> {
  const all = await free(sql);
  const left = await sql.begin(async (tx) => {
    await work(tx);
    return free(sql);
  });
  return all.filter((name) => !left.includes(name)).join(' ');
}
const unread = async () =>
  (await readRows(sql, 'social', 'chats'))
    .map((row) => `${nameOf(row)}: ${String(row['low_unread'])} ${String(row['high_unread'])}`)
    .toSorted();
const messages = async () =>
  (await readRows(sql, 'social', 'messages'))
    .map((row) => `${nameOf(row)}.${String(row['id']).slice(-1)}`)
    .toSorted()
    .join(' ');

test('locks only the chats in which one side has an unread message of the month', async () => {
  await open('12', { low_unread: 1 });
  await write('12', '1', false);
  await open('13', { high_unread: 1 });
  await write('13', '1', true);
  await open('14', { low_unread: 1, high_unread: 1 });
  await open('15', { low_unread: 1, high_unread: 1 });
  await write('15', '1', false, { read_at: now });
  await open('25', { low_unread: 1, high_unread: 1 });
  await write('25', '1', false, { id: farAhead });
  await open('34');
  await write('34', '1', true);
  assert.equal(await held((tx) => lockUnreadChats(tx, leaf)), '12 13');
});

test('locks chats in the order of their user ids to avoid deadlocks', async () => {
  for (const name of ['23', '13', '12']) {
    await open(name, { low_unread: 1 });
    await write(name, '1', false);
  }
  const { waited, seen } = await actBeside(sql, {
    hold: (tx) => tx`
      select from social.chats where low_id = ${idOf(1)} and high_id = ${idOf(3)} for update`,
    act: () => sql.begin((tx) => lockUnreadChats(tx, leaf)),
    look: free,
  });
  assert.deepEqual([waited, seen], [true, ['13', '23']]);
});

/**
 * In chat 12 the low side has four unread messages and the high side two; in chat 13 one and two. The other chats have
 * none.
 */
async function fillMonth(): Promise<void> {
  const begun = { low_unread: 1, high_unread: 1 };
  await open('12', begun);
  await write('12', '0129', false);
  await write('12', '38', true);
  await write('12', '4', false, { hidden_from_low: true });
  await write('12', '5', true, { hidden_from_high: true });
  await write('12', '6', false, { read_at: now });
  await write('12', '7', true, { deleted_at: now });
  await write('12', '1', true, { id: farAhead });
  await open('13', { ...begun, low_read_id: idOf(4), high_read_id: idOf(6) });
  await write('13', '345', false);
  await write('13', '2678', true);
  await open('14', begun);
  await open('23', begun);
  await open('24', begun);
  await write('24', '1', false, { hidden_from_low: true });
}

test('archiving a month lowers the unread counts of both sides, never below zero, and restoring raises them', async () => {
  await fillMonth();
  const count = (direction: 1 | -1) => sql.begin((tx) => countUnread(tx, leaf, direction));
  const others = ['14: 1 1', '23: 1 1', '24: 1 1'];
  await count(1);
  assert.deepEqual(await unread(), ['12: 5 3', '13: 2 3', ...others]);
  await count(-1);
  assert.deepEqual(await unread(), ['12: 1 1', '13: 1 1', ...others]);
  await count(-1);
  assert.deepEqual(await unread(), ['12: 0 0', '13: 0 0', ...others]);
});

test('does not write chats without unread messages in the month', async () => {
  await fillMonth();
  assert.equal(await held((tx) => countUnread(tx, leaf, 1)), '12 13');
});

test('deletes messages that both sides have emptied, only in the emptied chat and the given month', async () => {
  await open('12', { low_cleared_id: idOf(4), high_cleared_id: farAhead });
  await open('13', { low_cleared_id: idOf(6), high_cleared_id: idOf(4) });
  await open('14', { low_cleared_id: idOf(6) });
  await open('15', { high_cleared_id: idOf(6) });
  await open('23');
  await open('25', { low_cleared_id: farAhead, high_cleared_id: farAhead });
  for (const name of ['12', '13', '14', '15', '23']) await write(name, '3456', name !== '13');
  await write('25', '7', true);
  await write('25', '1', true, { id: farAhead });
  await sql.begin((tx) => deleteEmptied(tx, leaf));
  const whole = ['14', '15', '23'].map((name) => [3, 4, 5, 6].map((digit) => `${name}.${digit}`).join(' '));
  assert.equal(await messages(), ['12.5 12.6 13.5 13.6', ...whole, '25.1'].join(' '));
});
