import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { throttles } from '../console/console-throttle.ts';
import { afterFailure, waitMs, type Failures } from './throttle.rules.ts';

const hourMs = 3_600_000;

test('the first failures are free, then each doubles the wait up to a limit', () => {
  let failures: Failures | undefined;
  const waits: number[] = [];
  let nowMs = 1_000_000;
  for (let turn = 0; turn < 13; turn++) {
    failures = afterFailure(failures, throttles.account, nowMs);
    waits.push(waitMs(failures, nowMs) / 1000);
    nowMs = failures.blockedUntilMs;
  }
  assert.deepEqual(waits, [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
  assert.equal(waitMs(undefined, nowMs), 0);
});

test('failures expire after a period without one', () => {
  const many: Failures = { count: 40, lastMs: 0, blockedUntilMs: 0 };
  assert.equal(afterFailure(many, throttles.factor, 2 * hourMs + 1).count, 1);
  assert.equal(afterFailure(many, throttles.factor, 2 * hourMs).count, 41);
});

test('an attacker gets about forty guesses at a second factor per day', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 600_000 }), { maxLength: 60 }), (pauses) => {
      let failures: Failures | undefined;
      let nowMs = 0;
      let tries = 0;
      for (let turn = 0; turn < 2000 && nowMs < 24 * hourMs; turn++) {
        failures = afterFailure(failures, throttles.factor, nowMs);
        tries += 1;
        nowMs = Math.max(nowMs, failures.blockedUntilMs) + (pauses[turn] ?? 0);
      }
      assert.ok(tries <= 45, `${tries} tries`);
    }),
  );
});

test('a failure does not extend a wait in progress', () => {
  const failures = { count: 9, lastMs: 0, blockedUntilMs: 10_000 };
  assert.deepEqual(afterFailure(failures, throttles.account, 9999), failures);
  assert.equal(afterFailure(failures, throttles.account, 10_000).count, 10);
});
