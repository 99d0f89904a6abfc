import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepTypingMs, keepUpdatesMs } from './update.rules.ts';

test('updates are kept for fourteen days, typing reports for an hour', () => {
  const hour = 60 * 60 * 1000;
  assert.deepEqual([keepUpdatesMs / hour / 24, keepTypingMs / hour], [14, 1]);
});
