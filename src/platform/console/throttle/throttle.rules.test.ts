import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterFailure, forgottenAfterMs, throttles, waitMs, type Failures } from './throttle.rules.ts';

const hourMs = 3_600_000;

test('the first failures are free, then each waits twice as long, up to a limit', () => {
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

test('failures are forgotten after a while without one', () => {
  const many: Failures = { count: 40, lastMs: 0, blockedUntilMs: 0 };
  assert.equal(afterFailure(many, throttles.factor, forgottenAfterMs + 1).count, 1);
  assert.equal(afterFailure(many, throttles.factor, forgottenAfterMs).count, 41);
});

test('whoever guesses at a second factor for a day, as fast as it goes, gets some forty tries', () => {
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
