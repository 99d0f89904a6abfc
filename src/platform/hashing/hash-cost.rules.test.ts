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

test('what is done and its rest take as long as the whole, in no more memory', () => {
  fc.assert(
    fc.property(cost, cost, (full, done) => {
      const rest = restOf(full, done);
      if (!rest) return assert.ok(timeOf(full) - timeOf(done) < 12);
      assert.ok(rest.memoryKib >= 8 && rest.memoryKib <= full.memoryKib && rest.passes >= 1);
      // Memory comes in whole KiB, and the least hash is of 8.
      const roundingKib = Math.max(12, rest.passes + 0.5);
      assert.ok(Math.abs(timeOf(full) - timeOf(done) - timeOf(rest)) <= roundingKib);
    }),
  );
});

test('the rest is to the KiB what is lacking, and all where nothing was done', () => {
  const full = { memoryKib: 19_456, passes: 2 };
  assert.deepEqual(restOf(full, undefined), full);
  // 48 640 − 13.5 of time, over 2.5 passes.
  assert.deepEqual(restOf(full, { memoryKib: 9, passes: 1 }), { memoryKib: 19_451, passes: 2 });
  assert.deepEqual(restOf({ memoryKib: 100, passes: 1 }, { memoryKib: 8, passes: 1 }), {
    memoryKib: 92,
    passes: 1,
  });
  assert.deepEqual(restOf({ memoryKib: 8, passes: 7 }, { memoryKib: 17, passes: 2 }), {
    memoryKib: 8,
    passes: 2,
  });
  // The least that there is.
  assert.deepEqual(restOf({ memoryKib: 16, passes: 1 }, { memoryKib: 8, passes: 1 }), {
    memoryKib: 8,
    passes: 1,
  });
});

test('a hash as the settings ask for lacks nothing', () => {
  fc.assert(fc.property(cost, (full) => assert.equal(restOf(full, full), undefined)));
});

test('the cost is read from a hash, and from nothing else', () => {
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA';
  assert.deepEqual(readCost(hash), { memoryKib: 19_456, passes: 2 });
  assert.equal(readCost('$2b$12$abcdefghijklmnopqrstuv'), undefined);
});
