import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHiddenFrom, isUnread, timestampOf, viewMessage, type Message } from './chat.rules.ts';

const low = '11111111-1111-7111-8111-111111111111';
const high = '99999999-9999-7999-8999-999999999999';
const sentAt = '2026-03-01T12:30:15.250Z';
const idOf = (moment: string): string => {
  const time = Date.parse(moment).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7abc-8def-0123456789ab`;
};
const message = (changes: Partial<Message> = {}): Message => ({
  id: idOf(sentAt),
  lowId: low,
  highId: high,
  fromLow: true,
  clientId: 'mine-1',
  body: 'Oi!',
  readAt: null,
  deletedAt: null,
  hiddenFromLow: false,
  hiddenFromHigh: false,
  ...changes,
});
const now = new Date('2026-03-02T00:00:00.000Z');

test('the time of a message is the timestamp in its id, in milliseconds', () => {
  assert.equal(timestampOf(idOf(sentAt)), Date.parse(sentAt));
  assert.equal(timestampOf('12345678-9abc-7000-8000-000000000000'), 0x12_34_56_78_9a_bc);
});

test('derives sender and recipient of a message', () => {
  const shared = { id: idOf(sentAt), client_id: 'mine-1', message: 'Oi!', sent_at: sentAt, deleted: false };
  const unread = { ...shared, read_at: null };
  assert.deepEqual(viewMessage(message(), low), { ...unread, from: low, to: high });
  assert.deepEqual(viewMessage(message({ fromLow: false }), low), { ...unread, from: high, to: low });
  const read = viewMessage(message({ readAt: now }), high);
  assert.deepEqual(read, { ...shared, from: low, to: high, read_at: now.toISOString() });
});

test('a deleted message has no text for both, a hidden one only for the person who hid it', () => {
  const told = (changes: Partial<Message>) =>
    [low, high].map((viewer) => {
      const { message: text, deleted } = viewMessage(message(changes), viewer);
      return deleted ? `deleted${text}` : text;
    });
  assert.deepEqual(told({}), ['Oi!', 'Oi!']);
  assert.deepEqual(told({ deletedAt: now }), ['deleted', 'deleted']);
  assert.deepEqual(told({ hiddenFromLow: true }), ['deleted', 'Oi!']);
  assert.deepEqual(told({ hiddenFromHigh: true }), ['Oi!', 'deleted']);
  assert.equal(isHiddenFrom(message({ hiddenFromLow: true }), low), true);
  assert.equal(isHiddenFrom(message({ hiddenFromLow: true }), high), false);
});

const never = { lowReadId: null, highReadId: null };

/** A message from low to high. Only high’s read mark and high’s hidden flag count. */
const unread: [string, Partial<Message>, { lowReadId: string | null; highReadId: string | null }, boolean][] =
  [
    ['no message was read', {}, never, true],
    ['it was read', { readAt: now }, never, false],
    ['it was deleted', { deletedAt: now }, never, false],
    ['it is hidden from the recipient', { hiddenFromHigh: true }, never, false],
    ['it is hidden from the sender', { hiddenFromLow: true }, never, true],
    ['the recipient has read up to it', {}, { lowReadId: null, highReadId: idOf(sentAt) }, false],
    [
      'the recipient has read less',
      {},
      { lowReadId: null, highReadId: idOf('2026-03-01T12:30:15.249Z') },
      true,
    ],
    [
      'the recipient has read more',
      {},
      { lowReadId: null, highReadId: idOf('2026-03-01T12:30:15.251Z') },
      false,
    ],
    ['the sender has read up to it', {}, { lowReadId: idOf(sentAt), highReadId: null }, true],
  ];

for (const [what, changes, chat, expected] of unread) {
  test(`a message counts as ${expected ? 'unread' : 'read'} if ${what}`, () => {
    assert.equal(isUnread(message(changes), chat), expected);
    // The same case with low and high exchanged.
    const { hiddenFromLow = false, hiddenFromHigh = false } = changes;
    const turned = {
      ...changes,
      fromLow: false,
      hiddenFromLow: hiddenFromHigh,
      hiddenFromHigh: hiddenFromLow,
    };
    const turnedChat = { lowReadId: chat.highReadId, highReadId: chat.lowReadId };
    assert.equal(isUnread(message(turned), turnedChat), expected);
  });
}
