import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondsUntil } from './limit.rules.ts';

test('the stated seconds are never too few and never zero', () => {
  const now = new Date('2026-03-01T12:00:00.000Z');
  const inMs = (ms: number) => secondsUntil(new Date(now.getTime() + ms), now);
  assert.deepEqual([1000, 1001, 59_999, 60_000].map(inMs), [1, 2, 60, 60]);
  assert.deepEqual([0, 1, -5000].map(inMs), [1, 1, 1]);
});
