import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCost, restOf } from './hash-cost.rules.ts';

const cost = fc.record({
  memoryKib: fc.integer({ min: 8, max: 4_194_304 }),
  passes: fc.integer({ min: 1, max: 100 }),
});
const timeOf = (given: { memoryKib: number; passes: number }): number =>
  given.memoryKib * (given.passes + 0.5);

test('an old hash and its rest together take as long as a full hash and no more memory', () => {
  fc.assert(
    fc.property(cost, cost, (full, done) => {
      const rest = restOf(full, done);
      if (!rest) return assert.ok(timeOf(full) - timeOf(done) < 12);
      assert.ok(rest.memoryKib >= 8 && rest.memoryKib <= full.memoryKib && rest.passes >= 1);
      // Memory is in whole KiB, and the smallest hash takes 8.
      const roundingKib = Math.max(12, rest.passes + 0.5);
      assert.ok(Math.abs(timeOf(full) - timeOf(done) - timeOf(rest)) <= roundingKib);
    }),
  );
});

test('the rest is exact to one KiB, and the full cost if there is no old hash', () => {
  const full = { memoryKib: 19_456, passes: 2 };
  assert.deepEqual(restOf(full, undefined), full);
  // (48 640 − 13.5) / 2.5 passes.
  assert.deepEqual(restOf(full, { memoryKib: 9, passes: 1 }), { memoryKib: 19_451, passes: 2 });
  assert.deepEqual(restOf({ memoryKib: 100, passes: 1 }, { memoryKib: 8, passes: 1 }), {
    memoryKib: 92,
    passes: 1,
  });
  assert.deepEqual(restOf({ memoryKib: 8, passes: 7 }, { memoryKib: 17, passes: 2 }), {
    memoryKib: 8,
    passes: 2,
  });
  // The smallest rest.
  assert.deepEqual(restOf({ memoryKib: 16, passes: 1 }, { memoryKib: 8, passes: 1 }), {
    memoryKib: 8,
    passes: 1,
  });
});

test('a hash with the configured cost has no rest', () => {
  fc.assert(fc.property(cost, (full) => assert.equal(restOf(full, full), undefined)));
});

test('reads the cost from a hash, and rejects other texts', () => {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA';
  assert.deepEqual(readCost(hash), { memoryKib: 19_456, passes: 2 });
  assert.equal(readCost('$2b$12$abcdefghijklmnopqrstuv'), undefined);
});
