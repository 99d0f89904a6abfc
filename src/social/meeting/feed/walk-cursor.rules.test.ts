import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeCursor } from '../../access/paging/cursor.rules.ts';
import type { Place, Walk } from './feed.rules.ts';
import { readCursor, writeCursor } from './walk-cursor.rules.ts';

const place: Place = {
  stage: 'state',
  at: '2026-01-01T00:00:00.123456Z',
  id: '11111111-1111-7111-8111-111111111111',
};
const walk: Walk = {
  startedAt: new Date('2026-01-02T00:00:00.000Z'),
  snapshot: '10:20:10,15',
  cityId: 3550308,
  state: 'SP',
  events: [1, 23],
};

test('a cursor restores the walk and the place exactly', () => {
  assert.deepEqual(readCursor(writeCursor({ walk, place }, '10:20:10,15')), { walk, place });
  const bare = { ...walk, snapshot: '7:7:', cityId: null, state: null, events: [] };
  assert.deepEqual(readCursor(writeCursor({ walk: bare, place }, '7:7:')), { walk: bare, place });
});

test('rejects cursors with values that PostgreSQL would not accept', () => {
  const ours = ['2026-01-02T00:00:00.000Z', '10:20:', '1', 'SP', '1', 'city', place.at, place.id];
  const parts = (changes: Record<number, string>) =>
    encodeCursor(ours.map((part, index) => changes[index] ?? part));
  assert.ok(readCursor(parts({})));
  const foreign = [
    { 0: 'now' },
    ...['20:10:', '0:10:', '10:20:9', '10:20:20', '10:20:15,12', '10:20:12,12', '10', '10:20:x', ':1:'].map(
      (snapshot) => ({ 1: snapshot }),
    ),
    { 2: '9999999999' },
    { 3: 'sp' },
    { 4: '1,' },
    { 5: 'nowhere' },
    { 6: '2026-02-30T00:00:00.000000Z' },
    { 7: '1' },
  ];
  const before = encodeCursor(['city', place.at, place.id]);
  for (const text of [...foreign.map(parts), before]) {
    assert.throws(
      () => readCursor(text),
      (error: { errors?: { field: string }[] }) => error.errors?.[0]?.field === 'cursor',
      text,
    );
  }
});
