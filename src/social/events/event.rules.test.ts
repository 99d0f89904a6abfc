import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  formatCursor,
  isInSpotlight,
  longestEventMs,
  parseCursor,
  readEventIds,
  readMoment,
  refusalToConfirm,
  remainingPlaces,
  wordQueryOf,
  wordsOf,
  type EventStatus,
} from './event.rules.ts';

const atMs = Date.parse('2026-03-01T12:00:00Z');
const event = (
  changes: { status?: EventStatus; capacity?: number | null; participants?: number; waiting?: number } = {},
) => ({
  status: 'EventScheduled' as const,
  endsAt: new Date(atMs),
  capacity: 10,
  participants: 9,
  waiting: 0,
  ...changes,
});

test('confirmation is possible until the last millisecond of an event', () => {
  assert.equal(refusalToConfirm(event(), atMs - 1), undefined);
  assert.equal(refusalToConfirm(event(), atMs), 'event_over');
  assert.equal(refusalToConfirm(event(), atMs + 1), 'event_over');
});

test('a cancelled event, or one without free seats, cannot be confirmed', () => {
  assert.equal(refusalToConfirm(event({ status: 'EventCancelled' }), 0), 'event_cancelled');
  assert.equal(refusalToConfirm(event({ status: 'EventCancelled' }), atMs), 'event_over');
  assert.equal(refusalToConfirm(event({ status: 'EventPostponed' }), 0), undefined);
  assert.equal(refusalToConfirm(event({ participants: 10 }), 0), 'event_full');
  assert.equal(refusalToConfirm(event({ capacity: null, participants: 10_000 }), 0), undefined);
});

test('a seat claimed by the waiting list is not free', () => {
  assert.equal(refusalToConfirm(event({ waiting: 1 }), 0), 'event_full');
  assert.equal(refusalToConfirm(event({ participants: 8, waiting: 1 }), 0), undefined);
  assert.equal(refusalToConfirm(event({ capacity: null, waiting: 5 }), 0), undefined);
});

test('reads ids in order, each once, and returns invalid ones', () => {
  assert.deepEqual(readEventIds('3, 1,3,2'), { ids: [3, 1, 2], wrong: [] });
  assert.deepEqual(readEventIds('1,,x, -2,2147483647,2147483648,0,1e3'), {
    ids: [1, 2_147_483_647],
    wrong: ['', 'x', '-2', '2147483648', '0', '1e3'],
  });
});

test('returns the number of free seats, and null without a capacity', () => {
  assert.equal(remainingPlaces({ capacity: 10, participants: 4, waiting: 0 }), 6);
  assert.equal(remainingPlaces({ capacity: 10, participants: 9, waiting: 3 }), 0);
  assert.equal(remainingPlaces({ capacity: null, participants: 4, waiting: 0 }), null);
});

test('the spotlight includes its first moment and excludes its last', () => {
  const [from, until] = [new Date(1000), new Date(2000)];
  const shines = (ms: number) => isInSpotlight({ spotlightFrom: from, spotlightUntil: until }, ms);
  assert.deepEqual([999, 1000, 1999, 2000].map(shines), [false, true, true, false]);
  assert.equal(isInSpotlight({ spotlightFrom: null, spotlightUntil: until }, 1500), false);
  assert.equal(isInSpotlight({ spotlightFrom: from, spotlightUntil: null }, 1500), false);
});

test('search ignores accents and case and matches word prefixes', () => {
  assert.deepEqual(wordsOf(' Samba, no São-João! 2026 '), ['samba', 'no', 'sao', 'joao', '2026']);
  assert.deepEqual(wordsOf('… — !'), []);
  assert.equal(wordQueryOf('São Jo'), 'sao:* & jo:*');
  assert.equal(wordQueryOf('a b c d e f g h i j k').split(' & ').length, 10);
  assert.equal(wordQueryOf('日本'), '');
});

const latestMs = Date.parse('9999-12-31T00:00:00Z') - 1;
const moments: [string, 'from' | 'to', number | undefined][] = [
  ['2026-03-01T12:00:00Z', 'from', atMs],
  ['2026-03-01T12:00:00Z', 'to', atMs],
  ['2026-03-01', 'from', Date.parse('2026-03-01T03:00:00Z')],
  ['2026-03-01', 'to', Date.parse('2026-03-02T03:00:00Z')],
  ['1970-01-01T00:00:00Z', 'from', 0],
  ['1969-12-31T23:59:59.999Z', 'from', undefined],
  ['9999-12-30', 'to', latestMs],
  ['9999-12-31T23:59:59.999Z', 'from', latestMs],
  ['+010000-01-01T00:00:00Z', 'from', undefined],
  ['2026-13-01', 'from', undefined],
  ['2026-02-30', 'to', undefined],
  ['2027-02-31T00:00:00Z', 'from', undefined],
  ['x2026-03-01', 'from', undefined],
  ['soon', 'to', undefined],
];

for (const [text, edge, expected] of moments) {
  test(`reads ${text} as the ${edge} of a range as ${expected}`, () =>
    assert.equal(readMoment(text, edge), expected));
}

test('a cursor survives formatting and parsing, and invalid cursors are rejected', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: latestMs }), fc.integer({ min: 0, max: 0x7fffffff }), (ms, id) => {
      assert.deepEqual(parseCursor(formatCursor({ startsAt: new Date(ms), id })), { startsAtMs: ms, id });
    }),
  );
  const edge = `${latestMs.toString(36)}.${(0x7fffffff).toString(36)}`;
  assert.deepEqual(parseCursor(edge), { startsAtMs: latestMs, id: 0x7fffffff });
  assert.equal(parseCursor(`${(latestMs + 1).toString(36)}.1`), undefined);
  assert.equal(parseCursor(`1.${(0x80000000).toString(36)}`), undefined);
  for (const text of [
    '',
    '1',
    '1.',
    '.1',
    '1.1.1',
    '-1.1',
    '1.1 ',
    ' 1.1',
    '1.A',
    'zzzzzzzzzzz.1',
    '1.zzzzzzz',
  ]) {
    assert.equal(parseCursor(text), undefined, text);
  }
});

test('an event lasts at most a month', () => {
  assert.equal(longestEventMs, Date.parse('2026-02-01T00:00:00Z') - Date.parse('2026-01-01T00:00:00Z'));
});
