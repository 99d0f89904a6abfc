import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isScreened, markOf, readAnswer, pauseAfterMs } from './screener.rules.ts';

test('only a 2xx with one of the three words is an answer', () => {
  assert.deepEqual(readAnswer(200, '{"decision":"allow"}'), { decision: 'allow', reason: null });
  assert.deepEqual(readAnswer(201, '{"decision":"deny","reason":"a\\nlist\\u202e"}'), {
    decision: 'deny',
    reason: 'a list',
  });
  for (const [status, body] of [
    [500, '{"decision":"allow"}'],
    [302, '{"decision":"allow"}'],
    [200, ''],
    [200, 'allow'],
    [200, '"allow"'],
    [200, 'null'],
    [200, '[]'],
    [200, '{"decision":"ALLOW"}'],
    [200, '{"decision":["allow"]}'],
    [200, '{"decision":true}'],
    [204, ''],
  ] as const) {
    assert.ok('fault' in readAnswer(status, body), `${status} ${body}`);
  }
  fc.assert(fc.property(fc.json(), (body) => 'fault' in readAnswer(200, body)));
});

test('the sandbox’s marks are the last six digits, in every coin', () => {
  assert.equal(markOf('BTC', 10_666_666n), 'review');
  assert.equal(markOf('XRP', 12_777_777n), 'deny');
  assert.equal(markOf('ETH', 1_888_888n * 10n ** 10n), 'late');
  assert.equal(markOf('ETH', 1_888_889n * 10n ** 10n), undefined);
  const off = { SCREENING_URL: '', SCREENING_MARKS: false };
  assert.equal(isScreened(off, 'BTC', 666_666n), false);
  assert.equal(isScreened({ ...off, SCREENING_URL: 'https://x' }, 'BTC', 1n), true);
});

test('the pauses grow to an hour', () => {
  assert.deepEqual([0, 1, 2, 50].map(pauseAfterMs), [5000, 10_000, 20_000, 3_600_000]);
});
