import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginsWithDay } from './calendar-day.rules.ts';

test('accepts only days that exist', () => {
  for (const day of ['2028-02-29', '2026-12-31', '0001-01-01', '9999-12-31T23:59:59Z'])
    assert.ok(beginsWithDay(day), day);
  for (const none of [
    '2026-02-29',
    '2099-02-30T22:00:00Z',
    '2099-04-31T00:00:00-03:00',
    '2026-13-01',
    '2026-00-10',
    'soon',
  ])
    assert.ok(!beginsWithDay(none), none);
});
