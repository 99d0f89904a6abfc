import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isScreened, markOf, readAnswer, pauseAfterMs } from './screener.rules.ts';

test('only a 2xx status with one of the three words is an answer', () => {
  assert.deepEqual(readAnswer(200, '{"decision":"allow"}'), { decision: 'allow', reason: null });
  assert.deepEqual(readAnswer(201, '{"decision":"deny","reason":"a\\nlist\\u202e"}'), {
    decision: 'deny',
    reason: 'a list',
  });
  for (const [status, body] of [
    [500, '{"decision":"allow"}'],
    [302, '{"decision":"allow"}'],
    [300, '{"decision":"allow"}'],
    [199, '{"decision":"allow"}'],
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
  const marked = { ...off, SCREENING_MARKS: true };
  assert.deepEqual([isScreened(marked, 'BTC', 666_666n), isScreened(marked, 'BTC', 1n)], [true, false]);
  // XRP has six decimals: 6.666666. The mark does not depend on the digit before the point.
  assert.equal(markOf('XRP', 6_666_666n), 'review');
});

test('the pauses between attempts grow to an hour', () => {
  assert.deepEqual([0, 1, 2, 50].map(pauseAfterMs), [5000, 10_000, 20_000, 3_600_000]);
});

test('any 2xx status is an answer, and its reason is one line of at most five hundred characters, or none', () => {
  const read = (status: number, answer: object) => readAnswer(status, JSON.stringify(answer));
  for (const decision of ['allow', 'review', 'deny'])
    for (const status of [200, 299]) assert.deepEqual(read(status, { decision }), { decision, reason: null });
  const reason = (text: string) => {
    const answer = read(200, { decision: 'deny', reason: text });
    return 'reason' in answer ? answer.reason : undefined;
  };
  assert.equal(reason('x'.repeat(501)), 'x'.repeat(500));
  assert.equal(reason(' \n\t '), null);
});
