import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  countUnread,
  isReached,
  linesOf,
  markRead,
  mergeMessages,
  replaceKnown,
} from '../../web/app/combinations/chat/chat-rules.ts';
import { dayOf, daysBetween, groupByDay } from '../../web/app/combinations/chat/days.ts';
import { isPictureAlone, splitLinks } from '../../web/app/combinations/chat/text-parts.ts';
import {
  divide,
  hearMessage,
  replaceBeginning,
  searchByName,
  type Combination,
} from '../../web/app/combinations/list/combination-rules.ts';
import {
  judgeFailure,
  nextToSend,
  waitAfter,
  type Message,
  type OutboxEntry,
} from '../../web/app/state/outbox-rules.ts';

const [me, other] = ['me', 'other'];
const message = (id: string, changes: Partial<Message> = {}): Message => ({
  id,
  client_id: null,
  from: other,
  to: me,
  message: `text ${id}`,
  sent_at: '2026-11-15T12:00:00.000Z',
  read_at: null,
  deleted: false,
  ...changes,
});
const entry = (number: number, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  number,
  clientId: `c${number}`,
  to: other,
  text: `waits ${number}`,
  writtenAt: '2026-11-15T12:00:00.000Z',
  ...changes,
});

test('the outbox sends messages in the order of writing, and a refused message does not delay the others', () => {
  assert.equal(nextToSend([]), undefined);
  assert.equal(nextToSend([entry(3), entry(1), entry(2)])?.number, 1);
  assert.equal(nextToSend([entry(1, { fault: 'no' }), entry(2, { to: 'third' }), entry(3)])?.number, 2);
  assert.equal(nextToSend([entry(1, { fault: 'no' })]), undefined);
});

test('temporary failures are retried, not_combined closes the chat, and only other refusals are left to the writer', () => {
  const judge = (status: number, code = 'any') => judgeFailure({ status, code });
  for (const status of [0, 401, 408, 429, 500, 503]) assert.equal(judge(status), 'again', String(status));
  assert.equal(judge(403, 'not_combined'), 'closed');
  for (const status of [400, 403, 404, 413, 422]) assert.equal(judge(status), 'refused', String(status));
  assert.deepEqual(
    [waitAfter(1, undefined), waitAfter(2, undefined), waitAfter(50, undefined)],
    [1000, 2000, 30_000],
  );
  assert.equal(waitAfter(1, 60_000), 60_000);
});

test('merging listed and live messages gives the same result in any order and with duplicates', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const versions = ids.map((id) => [
    message(id),
    message(id, { read_at: '2026-11-15T13:00:00.000Z' }),
    message(id, { read_at: '2026-11-15T13:00:00.000Z', message: '', deleted: true }),
  ]);
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.tuple(fc.nat(5), fc.nat(2)), { maxLength: 6 }), { maxLength: 6 }),
      (answers) => {
        const heard = answers.map((answer) =>
          answer.map(([id, version]) => versions[id]?.[version] as Message),
        );
        const merged = heard.reduce<readonly Message[]>(mergeMessages, []);
        const all = heard.flat();
        const expected = ids
          .filter((id) => all.some((one) => one.id === id))
          .map(
            (id) => versions[ids.indexOf(id)]?.[Math.max(...all.filter((one) => one.id === id).map(rank))],
          );
        assert.deepEqual(merged, expected);
      },
    ),
  );
});
const rank = (one: Message): number => (one.deleted ? 2 : one.read_at === null ? 0 : 1);

test('a message appears once in the chat under one key, whether it waits or was sent', () => {
  const sent = message('b', { from: me, to: other, client_id: 'c1' });
  const keysOf = (messages: readonly Message[], entries: readonly OutboxEntry[]) =>
    linesOf(messages, entries, other).map(({ key, delivery }) => [key, delivery]);
  assert.deepEqual(keysOf([message('a')], [entry(1), entry(2, { fault: 'no' })]), [
    ['a', undefined],
    ['c1', 'waiting'],
    ['c2', 'refused'],
  ]);
  assert.deepEqual(keysOf([message('a'), sent], [entry(1), entry(3, { to: 'third' })]), [
    ['a', undefined],
    ['c1', 'sent'],
  ]);
  assert.deepEqual(keysOf([{ ...sent, read_at: sent.sent_at }], []), [['c1', 'read']]);
  // Client ids of the other person are independent of ours and may be equal to ours.
  assert.deepEqual(keysOf([message('a', { client_id: 'c1' })], []), [['a', undefined]]);
  assert.equal(linesOf([sent], [], other)[0], linesOf([sent], [], other)[0], 'the same object');
});

test('markRead marks only messages of the named sender, from the first to the last of the range', () => {
  const messages = ['a', 'b', 'c', 'd'].map((id) => message(id, { from: id === 'c' ? me : other }));
  const read = { by: me, of: other, from: 'b', upTo: 'c', read_at: '2026-11-15T13:00:00.000Z' };
  const after = (given: typeof read | Omit<typeof read, 'from'>) =>
    markRead(messages, given).map(({ read_at: at }) => at !== null);
  assert.deepEqual(after(read), [false, true, false, false]);
  const { from: _, ...whole } = read;
  assert.deepEqual(after(whole), [true, true, false, false]);
  assert.equal(countUnread(markRead(messages, whole), other), 1);
  assert.equal(countUnread([message('a', { deleted: true })], other), 0);
});

test('messages are grouped by days of the reader’s own time zone', () => {
  const at = (day: number, hour: number): string => new Date(2026, 10, day, hour, 30).toISOString();
  const lines = linesOf(
    [
      message('a', { sent_at: at(14, 23) }),
      message('b', { sent_at: at(15, 0) }),
      message('c', { sent_at: at(15, 23) }),
    ],
    // Written offline yesterday and still waiting, so it comes after today's messages.
    [entry(1, { writtenAt: at(14, 12) }), entry(2, { writtenAt: at(16, 1) })],
    other,
  );
  assert.deepEqual(
    groupByDay(lines).map(({ day, lines: ofDay }) => [day, ofDay.map(({ key }) => key)]),
    [
      ['2026-11-14', ['a']],
      ['2026-11-15', ['b', 'c', 'c1']],
      ['2026-11-16', ['c2']],
    ],
  );
  assert.equal(dayOf(new Date(2026, 0, 5, 0, 0)), '2026-01-05');
  assert.deepEqual(
    [daysBetween('2026-02-28', '2026-03-01'), daysBetween('2026-03-01', '2026-02-28')],
    [1, -1],
  );
});

test('only http and https links are recognised, without surrounding punctuation, and all other text stays text', () => {
  assert.deepEqual(splitLinks('See https://a.example/b?c=d, or (http://b.example).'), [
    { text: 'See ' },
    { text: 'https://a.example/b?c=d', link: 'https://a.example/b?c=d' },
    { text: ', or (' },
    { text: 'http://b.example', link: 'http://b.example' },
    { text: ').' },
  ]);
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    '<a href=x>',
    'https://',
    'xhttps://a.example',
  ]) {
    assert.deepEqual(splitLinks(text), [{ text }], text);
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
        text,
      );
    }),
  );
});

test('a message of one to three emoji alone is drawn large', () => {
  for (const text of ['🥁', '🥁 🎶', '👩🏽‍🚀', '🇧🇷🇧🇷🇧🇷']) assert.equal(isPictureAlone(text), true, text);
  for (const text of ['', 'a🥁', '123', '🥁🥁🥁🥁', '   ']) assert.equal(isPictureAlone(text), false, text);
});

const combination = (id: string, changes: Partial<Combination> = {}): Combination => ({
  id,
  name: id,
  thumb: '',
  combined_at: '2026-11-10T12:00:00.000Z',
  last_message: null,
  unreadQty: 0,
  isOnline: false,
  active_at: null,
  ...changes,
});

test('a new message moves its chat to the top and is counted once; own and read messages are not counted', () => {
  const list = [combination('third', { last_message: message('a', { from: 'third' }) }), combination(other)];
  const late = message('b', { sent_at: '2026-11-15T13:00:00.000Z' });
  const heard = hearMessage(list, late, me);
  assert.deepEqual(
    heard.map(({ id, unreadQty }) => [id, unreadQty]),
    [
      [other, 1],
      ['third', 0],
    ],
  );
  assert.equal(hearMessage(heard, late, me)[0]?.unreadQty, 1, 'received again');
  assert.equal(
    hearMessage(heard, message('a'), me)[0]?.last_message?.id,
    'b',
    'an older message changes nothing',
  );
  assert.equal(hearMessage(heard, { ...late, deleted: true }, me)[0]?.last_message?.deleted, true);
  assert.equal(hearMessage(list, { ...late, from: me, to: other }, me)[0]?.unreadQty, 0);
  assert.equal(hearMessage(list, { ...late, read_at: late.sent_at }, me)[0]?.unreadQty, 0);
  assert.deepEqual(hearMessage(list, message('c', { from: 'stranger' }), me).length, 2);
  const { fresh, talks } = divide(list);
  assert.deepEqual([fresh.map(({ id }) => id), talks.map(({ id }) => id)], [[other], ['third']]);
});

test('the first page replaces the start of the list without duplicates, and a complete list replaces everything', () => {
  const list = ['a', 'b', 'c'].map((id) => combination(id));
  const page = [combination('c'), combination('d')];
  const idsOf = (found: readonly Combination[]) => found.map(({ id }) => id);
  assert.deepEqual(idsOf(replaceBeginning(list, page, false)), ['c', 'd', 'a', 'b']);
  assert.deepEqual(idsOf(replaceBeginning(list, page, true)), ['c', 'd']);
});

test('a search by name ignores accents, case and the order of words', () => {
  const list = [combination('1', { name: 'João da Conceição' }), combination('2', { name: 'Jana' })];
  const found = (wanted: string) => searchByName(list, wanted).map(({ id }) => id);
  assert.deepEqual(found('conceicao JOAO'), ['1']);
  assert.deepEqual(found('J'), ['1', '2']);
  assert.deepEqual(found('Zé'), []);
});

test('reloaded messages replace the known ones but keep messages that arrived during the reload', () => {
  const known = ['1', '2', '3'].map((id) => message(id));
  const before = new Set(known.map(({ id }) => id));
  const live = message('5', { message: 'came meanwhile' });
  const read = { messages: [message('2', { deleted: true }), message('4')], older: { page: 3 } };
  const chat = replaceKnown({ messages: [...known, live] }, before, read);
  assert.deepEqual(
    chat.messages.map(({ id, deleted }) => [id, deleted]),
    [
      ['2', true],
      ['4', false],
      ['5', false],
    ],
  );
  assert.deepEqual([chat.older, chat.isFresh], [{ page: 3 }, true]);
});

test('history is loaded until its oldest message is at or before the message that the reader sees', () => {
  const read = [message('3'), message('4')];
  assert.deepEqual(
    [undefined, '2', '3', '4'].map((reach) => isReached(read, reach)),
    [true, false, true, true],
  );
  assert.deepEqual([isReached([], undefined), isReached([], '1')], [false, false]);
});
