import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { sidesOf } from '../../../../test/support/talk-rows.ts';
import { insertBetween } from '../../../../test/support/town-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import { noId } from './chat.rules.ts';
import { findSentMessages, findSummaries, type SentMessage } from './chat-summary.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
/** An id between those of the other people, so that it is the low id of some pairs and the high id of others. */
const me = idOf(5);
const people = [1, 2, 5, 8, 9].map(idOf);

beforeEach(async () => {
  await sql`delete from social.users`;
  for (const id of people) await insertPerson(sql, id, now);
});

const messageId = (number: number) => firstIdAt(now.getTime() + number);

/** The text of a message is its number. */
const write = (from: string, to: string, number: number, fields: object = {}) => {
  const { key, my } = sidesOf(from, to);
  return insertRow(sql, 'social', 'messages', {
    ...key,
    id: messageId(number),
    from_low: my === 'low',
    body: String(number),
    ...fields,
  });
};
const chat = (one: string, other: string, last: number, fields: object = {}) =>
  insertBetween(sql, 'chats', one, other, { last_message_id: messageId(last), ...fields });
const summaries = async (...others: string[]) =>
  (await findSummaries(sql, me, others)).map(
    ({ otherId, body }) => `${otherId.slice(-1)}: ${body ?? 'none'}`,
  );

for (const [other, beside] of [
  [idOf(1), idOf(2)],
  [idOf(9), idOf(8)],
] as const) {
  const side = other < me ? 'the low one' : 'the high one';
  const hiddenFromMe = { [other < me ? 'hidden_from_high' : 'hidden_from_low']: true };

  test(`a summary shows the newest visible message of its own chat up to the chat’s last message id: ${side}`, async () => {
    await chat(me, other, 50);
    // Chats of either person with others. Their messages would be newer in this chat.
    for (const [one, two] of [
      [me, beside],
      [other, beside],
    ] as const) {
      await chat(one, two, 40);
      await write(one, two, 40);
    }
    for (const number of [20, 30]) await write(other, me, number);
    await write(other, me, 50, hiddenFromMe);
    await write(other, me, 60);
    assert.deepEqual(await summaries(other), [`${other.slice(-1)}: 30`]);
    await sql`update social.chats set last_message_id = ${messageId(60)} where last_message_id = ${messageId(50)}`;
    assert.deepEqual(await summaries(other), [`${other.slice(-1)}: 60`], 'the last message itself');
  });

  test(`a chat cleared up to its last message has no newest message until the next one: ${side}`, async () => {
    await chat(me, other, 20, { my_cleared_id: messageId(20) });
    for (const number of [10, 20]) await write(other, me, number);
    assert.deepEqual(await summaries(other), [`${other.slice(-1)}: none`]);
    await write(other, me, 21);
    await sql`update social.chats set last_message_id = ${messageId(21)}`;
    assert.deepEqual(await summaries(other), [`${other.slice(-1)}: 21`]);
  });
}

test('the export returns each sent message once, chat by chat, with any page size', async () => {
  let number = 9;
  for (const other of [idOf(9), idOf(1), idOf(8), idOf(2)]) {
    await chat(me, other, number);
    await write(me, other, number--);
    await write(other, me, number--);
  }
  for (const [one, two] of [
    [idOf(1), idOf(2)],
    [idOf(1), idOf(9)],
    [idOf(8), idOf(9)],
  ] as const) {
    await chat(one, two, 1);
    for (const from of [one, two]) await write(from, from === one ? two : one, from === one ? 20 : 21);
  }
  await write(me, idOf(1), 30);
  await write(me, idOf(8), 31);
  for (const limit of [1, 2, 3, 9]) {
    const sent: SentMessage[] = [];
    for (let page: SentMessage[] = []; ; sent.push(...page)) {
      page = await findSentMessages(sql, me, sent.at(-1) ?? { to: noId, id: noId }, limit);
      if (page.length === 0) break;
      assert.ok(page.length <= limit);
    }
    assert.deepEqual(
      sent.map(({ to, body }) => `${body} to ${to.slice(-1)}`),
      ['7 to 1', '30 to 1', '3 to 2', '5 to 8', '31 to 8', '9 to 9'],
    );
  }
});
