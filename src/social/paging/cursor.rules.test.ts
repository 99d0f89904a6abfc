import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCursor, encodeCursor, timePattern } from './cursor.rules.ts';

test('a time of a cursor that is none is refused', () => {
  const read = (time: string): string[] => decodeCursor(encodeCursor([time]), [timePattern]);
  assert.deepEqual(read('2026-02-28T10:00:00.123456Z'), ['2026-02-28T10:00:00.123456Z']);
  for (const time of ['2026-02-30', '2026-13-01', '0000-01-01'])
    assert.throws(() => read(`${time}T10:00:00.000Z`), time);
  assert.throws(() => read('2026-02-28T24:00:00.000Z'));
});
