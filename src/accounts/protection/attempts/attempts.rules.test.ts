import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  afterFailure,
  delayMs,
  type Failures,
  type ThrottlePolicy,
} from '../../../platform/throttle/throttle.rules.ts';
import {
  afterReserveUsed,
  deviceKnownForMs,
  forgottenAfterMs,
  judge,
  knownForMs,
  firstWaitMs,
  policyOf,
  type AttemptState,
} from './attempts.rules.ts';

test('failures of strangers delay an account for a minute at most', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 100 }),
      (failures, free) => {
        assert.ok(delayMs(failures, policyOf('account', free)) <= 60_000);
        assert.ok(delayMs(failures, policyOf('address', free)) <= 900_000);
      },
    ),
  );
});

const waiting = (untilMs: number, failures = 50): Failures => ({
  count: failures,
  lastMs: 0,
  blockedUntilMs: untilMs,
});
const stranger = { knownDevice: false, knownAddress: false };
const verdict = (attempts: Partial<AttemptState>, nowMs: number) =>
  judge({ ...stranger, states: {}, ...attempts }, 5, nowMs);

test('for a known address or device only its own failures count', () => {
  const others = { account: waiting(10_000), address: waiting(10_000) };
  const waits = (attempts: Partial<AttemptState>): number => verdict(attempts, 1000).waitMs;
  assert.equal(waits({ knownAddress: true, states: others }), 0);
  assert.equal(waits({ knownAddress: true, states: { pair: waiting(10_000) } }), 9000);
  assert.equal(waits({ knownDevice: true, states: { ...others, pair: waiting(10_000) } }), 0);
  assert.equal(waits({ knownDevice: true, states: { device: waiting(10_000) } }), 9000);
  assert.equal(waits({ states: { account: waiting(10_000) } }), 9000);
  assert.equal(waits({ states: { device: waiting(10_000) } }), 0);
  assert.equal(waits({}), 0);
});

test('behind a delayed address an account waits five seconds and then uses the reserve', () => {
  const own: AttemptState['states'] = { address: waiting(100_000), account: waiting(0, 5) };
  const back = waiting(1000, 0);
  const asTheAddress = [99_000, false, false] as const;
  for (const [what, attempts, [waitMs, beginsFirstWait, usesReserve]] of [
    ['the first time', {}, [firstWaitMs, true, false]],
    ['a millisecond too early', { firstWait: waiting(1001, 0) }, [1, false, false]],
    ['in time', { firstWait: back }, [0, false, true]],
    ['after a quarter of an hour', { firstWait: waiting(1000 - 900_000, 0) }, [0, false, true]],
    ['later than that', { firstWait: waiting(1000 - 900_001, 0) }, [firstWaitMs, true, false]],
    ['the reserve is used up', { firstWait: back, reserve: waiting(0, 5) }, asTheAddress],
    ['the last of the reserve', { firstWait: back, reserve: waiting(0, 4) }, [0, false, true]],
    ['guessed at', { firstWait: back, states: { ...own, account: waiting(0, 6) } }, asTheAddress],
    ['its pair waits', { firstWait: back, states: { ...own, pair: waiting(1001, 6) } }, asTheAddress],
    ['it waits itself', { firstWait: back, states: { ...own, account: waiting(2000, 9) } }, asTheAddress],
  ] as const)
    assert.deepEqual(
      verdict({ states: own, ...attempts }, 1000),
      { waitMs, beginsFirstWait, usesReserve },
      what,
    );
});

test('an account waits at most as long as its address and does not use the reserve for that', () => {
  const waits = (addressMs: number, firstWait?: Failures) =>
    verdict({ states: { address: waiting(1000 + addressMs) }, firstWait }, 1000);
  const wait = (waitMs: number) => ({ waitMs, beginsFirstWait: false, usesReserve: false });
  assert.deepEqual(waits(2000), wait(2000));
  assert.deepEqual(waits(firstWaitMs), wait(firstWaitMs));
  assert.deepEqual(waits(2000, waiting(4000, 0)), wait(2000));
  assert.deepEqual(waits(0, waiting(1000, 0)), wait(0), 'the delay is over');
});

test('the delays and lifetimes have the documented values', () => {
  assert.deepEqual([firstWaitMs, forgottenAfterMs], [5000, 3_600_000]);
  assert.deepEqual([knownForMs, deviceKnownForMs], [7_776_000_000, 31_536_000_000]);
  const longest = (scope: 'account' | 'address' | 'pair' | 'device') =>
    policyOf(scope, 5).longestDelaySeconds;
  assert.deepEqual(
    [longest('account'), longest('address'), longest('pair'), longest('device')],
    [60, 900, 900, 900],
  );
});

/**
 * Counts the guesses that one address can make within some hours, each at a new account. After `burst` guesses it
 * pauses until its failures are forgotten. With `usesReserve` it also uses up the reserve whenever possible.
 */
function guessesWithin(hours: number, burst: number, policy: ThrottlePolicy, usesReserve: boolean): number {
  let address: Failures | undefined;
  let reserve: Failures | undefined;
  let guesses = 0;
  for (let nowMs = 0; nowMs < hours * 3_600_000; nowMs += 1000) {
    const pauses = address && address.count >= burst && nowMs - address.lastMs <= forgottenAfterMs;
    while (!pauses && (!address || address.blockedUntilMs <= nowMs)) {
      address = afterFailure(address, policy, nowMs);
      guesses += 1;
      if (address.count >= burst) break;
    }
    const attempts = { states: { address }, firstWait: waiting(nowMs, 0) };
    while (usesReserve && verdict({ ...attempts, reserve }, nowMs).usesReserve) {
      reserve = afterReserveUsed(reserve, nowMs);
      guesses += 1;
    }
  }
  return guesses;
}

/** Returns the number of guesses with the burst that is best for the attacker. */
const mostGuesses = (hours: number, policy: ThrottlePolicy, usesReserve: boolean): number =>
  Math.max(
    ...Array.from({ length: 40 }, (_, index) => guessesWithin(hours, index + 10, policy, usesReserve)),
  );

test('the reserve of an address does not increase its number of guesses', () => {
  const withoutReserve = { ...policyOf('address', 5), free: 20 };
  const figures = [1, 24].map((hours) => [
    mostGuesses(hours, withoutReserve, false),
    mostGuesses(hours, policyOf('address', 5), true),
  ]);
  assert.deepEqual(figures, [
    [33, 33],
    [672, 672],
  ]);
  assert.equal(mostGuesses(1, policyOf('pair', 5), false), 18);
  // The attacks above use bursts of up to 49. Without a pause an attacker gets one guess per minute.
  assert.equal(guessesWithin(1, Infinity, policyOf('account', 5), false), 70);
});

test('failures are forgotten after an hour', () => {
  const policy = policyOf('pair', 5);
  const failures = { count: 50, lastMs: 0, blockedUntilMs: 0 };
  assert.equal(afterFailure(failures, policy, forgottenAfterMs).count, 51);
  assert.equal(afterFailure(failures, policy, forgottenAfterMs + 1).count, 1);
});
