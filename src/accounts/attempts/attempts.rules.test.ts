import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  afterFailure,
  afterReserveUsed,
  delaySeconds,
  deviceKnownForMs,
  forgottenAfterMs,
  judge,
  knownForMs,
  limitsOf,
  patienceMs,
  type AttemptLimits,
  type AttemptState,
  type Standing,
} from './attempts.rules.ts';

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

const waiting = (untilMs: number, failures = 50): AttemptState => ({
  failures,
  lastFailureMs: 0,
  blockedUntilMs: untilMs,
});
const stranger = { knownDevice: false, knownAddress: false };
const verdict = (standing: Partial<Standing>, nowMs: number) =>
  judge({ ...stranger, states: {}, ...standing }, 5, nowMs);

test('where the account knows the address or the device, only their own failures count', () => {
  const others = { account: waiting(10_000), address: waiting(10_000) };
  const waits = (standing: Partial<Standing>): number => verdict(standing, 1000).waitMs;
  assert.equal(waits({ knownAddress: true, states: others }), 0);
  assert.equal(waits({ knownAddress: true, states: { pair: waiting(10_000) } }), 9000);
  assert.equal(waits({ knownDevice: true, states: { ...others, pair: waiting(10_000) } }), 0);
  assert.equal(waits({ knownDevice: true, states: { device: waiting(10_000) } }), 9000);
  assert.equal(waits({ states: { account: waiting(10_000) } }), 9000);
  assert.equal(waits({ states: { device: waiting(10_000) } }), 0);
  assert.equal(waits({}), 0);
});

const table: [
  what: string,
  standing: Partial<Standing>,
  expected: [waitMs: number, begins: boolean, uses: boolean],
][] = [
  ['the first who comes waits for five seconds', {}, [patienceMs, true, false]],
  ['and comes back too early', { patience: waiting(3000, 0) }, [2000, false, false]],
  ['and comes back', { patience: waiting(1000, 0) }, [0, false, true]],
  ['and comes back a millisecond too early', { patience: waiting(1001, 0) }, [1, false, false]],
  ['and comes back within a quarter of an hour', { patience: waiting(1000 - 900_000, 0) }, [0, false, true]],
  ['and comes back much later', { patience: waiting(1000 - 900_001, 0) }, [patienceMs, true, false]],
  ['the reserve is used up', { patience: waiting(1000, 0), reserve: waiting(0, 5) }, [99_000, false, false]],
  ['the last of the reserve', { patience: waiting(1000, 0), reserve: waiting(0, 4) }, [0, false, true]],
];
for (const [what, standing, [waitMs, beginsPatience, usesReserve]] of table) {
  test(`behind an address that has to wait: ${what}`, () => {
    const states = { address: waiting(100_000), account: waiting(0, 5) };
    assert.deepEqual(verdict({ states, ...standing }, 1000), { waitMs, beginsPatience, usesReserve });
  });
}

test('nobody waits for longer than the address itself has to, nor uses the reserve for it', () => {
  const waits = (addressMs: number, patience?: AttemptState) =>
    verdict({ states: { address: waiting(1000 + addressMs) }, patience }, 1000);
  const wait = (waitMs: number) => ({ waitMs, beginsPatience: false, usesReserve: false });
  assert.deepEqual(waits(2000), wait(2000));
  assert.deepEqual(waits(patienceMs), wait(patienceMs));
  assert.deepEqual(waits(2000, waiting(4000, 0)), wait(2000));
  assert.deepEqual(waits(0, waiting(1000, 0)), wait(0), 'nobody has to wait any more');
});

test('how long things are known, in milliseconds', () => {
  assert.deepEqual([patienceMs, forgottenAfterMs], [5000, 3_600_000]);
  assert.deepEqual([knownForMs, deviceKnownForMs], [7_776_000_000, 31_536_000_000]);
  const longest = (scope: 'account' | 'address' | 'pair' | 'device') =>
    limitsOf(scope, 5).longestDelaySeconds;
  assert.deepEqual(
    [longest('account'), longest('address'), longest('pair'), longest('device')],
    [60, 900, 900, 900],
  );
});

test('behind an address that has to wait, an account that is guessed at waits as long as the address', () => {
  const patience = waiting(1000, 0);
  for (const own of [{ account: waiting(0, 6) }, { pair: waiting(1001, 6) }, { account: waiting(2000, 9) }]) {
    const states = { address: waiting(100_000), ...own };
    assert.deepEqual(verdict({ states, patience }, 1000), {
      waitMs: 99_000,
      beginsPatience: false,
      usesReserve: false,
    });
  }
});

/**
 * Guesses at a new account each time, from one address, within some hours: after `burst` of them it pauses until they
 * are forgotten. Whoever knows the rules also waits for the reserve whenever something is in it.
 */
function guessesWithin(hours: number, burst: number, limits: AttemptLimits, usesReserve: boolean): number {
  let address: AttemptState | undefined;
  let reserve: AttemptState | undefined;
  let guesses = 0;
  for (let nowMs = 0; nowMs < hours * 3_600_000; nowMs += 1000) {
    const pauses = address && address.failures >= burst && nowMs - address.lastFailureMs <= forgottenAfterMs;
    while (!pauses && (!address || address.blockedUntilMs <= nowMs)) {
      address = afterFailure(address, limits, nowMs);
      guesses += 1;
      if (address.failures >= burst) break;
    }
    const standing = { states: { address }, patience: waiting(nowMs, 0) };
    while (usesReserve && verdict({ ...standing, reserve }, nowMs).usesReserve) {
      reserve = afterReserveUsed(reserve, nowMs);
      guesses += 1;
    }
  }
  return guesses;
}

/** By the burst that is best for the guesser. */
const mostGuesses = (hours: number, limits: AttemptLimits, usesReserve: boolean): number =>
  Math.max(
    ...Array.from({ length: 40 }, (_, index) => guessesWithin(hours, index + 10, limits, usesReserve)),
  );

test('what an address has kept is taken from its free failures: it guesses as slowly as without', () => {
  const withoutReserve = { free: 20, longestDelaySeconds: 900 };
  const figures = [1, 24].map((hours) => [
    mostGuesses(hours, withoutReserve, false),
    mostGuesses(hours, limitsOf('address', 5), true),
  ]);
  assert.deepEqual(figures, [
    [33, 33],
    [672, 672],
  ]);
  assert.equal(mostGuesses(1, limitsOf('pair', 5), false), 18);
  // Bursts are of 49 here: whoever goes on gets one a minute.
  assert.equal(guessesWithin(1, Infinity, limitsOf('account', 5), false), 70);
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
