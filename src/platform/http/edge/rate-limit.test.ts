import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiter } from './rate-limit.ts';

const start = 60_000_000;

/** How many of a hundred requests at one moment are let through. */
function countAdmitted(limiter: RateLimiter, key: string, atMs: number): number {
  let admitted = 0;
  for (let count = 0; count < 100; count++) if (!limiter.refuse(key, atMs)) admitted++;
  return admitted;
}

test('the limit holds over a sliding minute, for each key on its own', () => {
  const limiter = new RateLimiter(10);
  assert.equal(countAdmitted(limiter, 'a', start + 30_000), 10);
  assert.equal(countAdmitted(limiter, 'b', start + 30_000), 10);
  // Half of the last minute still counts half a minute into the next one.
  assert.equal(countAdmitted(limiter, 'a', start + 90_000), 5);
  assert.equal(countAdmitted(limiter, 'a', start + 240_000), 10);
});

test('the refusal says when to come back', () => {
  const limiter = new RateLimiter(1);
  assert.equal(limiter.refuse('a', start + 15_000), undefined);
  const refusal = limiter.refuse('a', start + 15_000);
  assert.equal(refusal?.status, 429);
  assert.equal(refusal?.headers['retry-after'], '45');
  assert.equal(refusal?.headers['ratelimit-limit'], '1');
  assert.equal(refusal?.headers['ratelimit-remaining'], '0');
});

test('a flood of addresses does not grow the memory without bound', () => {
  const limiter = new RateLimiter(10);
  for (let count = 0; count < 250_000; count++) limiter.refuse(`address ${count}`, start);
  assert.ok(limiter.size <= 100_000);
});
