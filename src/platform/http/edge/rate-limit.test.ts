import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from './rate-limit.ts';

const start = 60_000_000;

/** Sends a hundred requests at the same time and returns how many are admitted. */
function countAdmitted(limiter: RateLimiter, key: string, atMs: number): number {
  let admitted = 0;
  for (let count = 0; count < 100; count++) if (!limiter.refuse(key, atMs)) admitted++;
  return admitted;
}

test('limits each key separately over a sliding minute', () => {
  const limiter = new RateLimiter(10);
  assert.equal(countAdmitted(limiter, 'a', start + 30_000), 10);
  assert.equal(countAdmitted(limiter, 'b', start + 30_000), 10);
  // Half a minute into the next window, half of the previous window still counts.
  assert.equal(countAdmitted(limiter, 'a', start + 90_000), 5);
  assert.equal(countAdmitted(limiter, 'a', start + 240_000), 10);
});

test('a rejection names the time after which to retry', () => {
  const limiter = new RateLimiter(1);
  assert.equal(limiter.refuse('a', start + 15_000), undefined);
  const refusal = limiter.refuse('a', start + 15_000);
  assert.equal(refusal?.status, 429);
  assert.equal(refusal?.headers['retry-after'], '45');
  assert.equal(refusal?.headers['ratelimit-limit'], '1');
  assert.equal(refusal?.headers['ratelimit-remaining'], '0');
});

test('many addresses do not grow the memory without bound', () => {
  const limiter = new RateLimiter(10);
  for (let count = 0; count < 250_000; count++) limiter.refuse(`address ${count}`, start);
  assert.ok(limiter.size <= 100_000);
});
