import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProblemError } from '../problem.ts';
import { RateLimiter } from './rate-limit.ts';

const start = 60_000_000;

test('the limit holds over a sliding minute, for each key on its own', () => {
  const limiter = new RateLimiter(10);
  for (let count = 0; count < 10; count++) limiter.take('a', start + 30_000);
  assert.throws(() => limiter.take('a', start + 30_000), ProblemError);
  limiter.take('b', start + 30_000);
  // Half of the last minute still counts half a minute into the next one.
  for (let count = 0; count < 5; count++) limiter.take('a', start + 90_000);
  assert.throws(() => limiter.take('a', start + 90_000), ProblemError);
  for (let count = 0; count < 10; count++) limiter.take('a', start + 240_000);
});

test('the refusal says when to come back', () => {
  const limiter = new RateLimiter(1);
  limiter.take('a', start + 15_000);
  assert.throws(
    () => limiter.take('a', start + 15_000),
    (error: ProblemError) => {
      assert.equal(error.status, 429);
      assert.equal(error.headers['retry-after'], '45');
      assert.equal(error.headers['ratelimit-limit'], '1');
      assert.equal(error.headers['ratelimit-remaining'], '0');
      return true;
    },
  );
});

test('a flood of addresses does not grow the memory without bound', () => {
  const limiter = new RateLimiter(10);
  for (let count = 0; count < 250_000; count++) limiter.take(`address ${count}`, start);
  assert.ok(limiter.size <= 100_000);
});
