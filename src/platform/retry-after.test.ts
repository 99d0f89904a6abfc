import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRetryAfter } from './retry-after.ts';

test('parses retry-after as seconds or as a date, and ignores other values', () => {
  const now = Date.parse('2026-03-01T10:00:00Z');
  assert.equal(parseRetryAfter('120', now), 120_000);
  assert.equal(parseRetryAfter(' 120 ', now), 120_000);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 10:00:30 GMT', now), 30_000);
  assert.equal(parseRetryAfter('Sun, 01 Mar 2026 09:00:00 GMT', now), 0);
  for (const nonsense of [undefined, '', 'soon', '-5', '1e9'])
    assert.equal(parseRetryAfter(nonsense, now) ?? 0, 0, nonsense);
  assert.equal(
    parseRetryAfter('99999999999', now),
    99_999_999_999_000,
    'however long: whoever waits knows better',
  );
  assert.equal(parseRetryAfter('soon', now), undefined);
  assert.equal(parseRetryAfter(null, now), undefined);
});
