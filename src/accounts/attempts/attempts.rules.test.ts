import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterFailure, blockedForMs, delaySeconds, forgottenAfterMs, limitsOf } from './attempts.rules.ts';

test('the free failures cost nothing, then the delay doubles up to its bound', () => {
  const limits = limitsOf('account', 5);
  const delays = Array.from({ length: 14 }, (_, index) => delaySeconds(index, limits));
  assert.deepEqual(delays, [0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
});

test('strangers can hold up an account for a minute at most, however often they fail', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 100 }),
      (failures, free) => {
        assert.ok(delaySeconds(failures, limitsOf('account', free)) <= 60);
        assert.ok(delaySeconds(failures, limitsOf('address', free)) <= 900);
      },
    ),
  );
});

test('where the account knows the address, only failures from there count', () => {
  const state = { failures: 50, lastFailureMs: 0, blockedUntilMs: 10_000 };
  assert.equal(blockedForMs({ known: true, states: { account: state, address: state } }, 1000), 0);
  assert.equal(blockedForMs({ known: true, states: { pair: state } }, 1000), 9000);
  assert.equal(blockedForMs({ known: false, states: { account: state } }, 1000), 9000);
  assert.equal(blockedForMs({ known: false, states: {} }, 1000), 0);
});

test('failures are forgotten after an hour', () => {
  const limits = limitsOf('pair', 5);
  const state = { failures: 50, lastFailureMs: 0, blockedUntilMs: 0 };
  assert.equal(afterFailure(state, limits, forgottenAfterMs).failures, 51);
  assert.equal(afterFailure(state, limits, forgottenAfterMs + 1).failures, 1);
});

test('a failure does not prolong a wait that is running', () => {
  const state = { failures: 9, lastFailureMs: 0, blockedUntilMs: 10_000 };
  assert.deepEqual(afterFailure(state, limitsOf('account', 5), 9999), state);
  assert.equal(afterFailure(state, limitsOf('account', 5), 10_000).failures, 10);
});
