import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { excessOf } from './cold.rules.ts';

test('moves only the amount above the ceiling and the waiting payouts, and never dust', () => {
  const cases = [
    [1000n, 1000n, 0n, 500n, 1n, 400n],
    [1000n, 1000n, 300n, 500n, 1n, 100n],
    [1000n, 1000n, 301n, 500n, 1n, undefined],
    [5400n, 5400n, 0n, 5000n, 1n, undefined],
    [1000n, 1000n, 0n, 500n, 10n, undefined],
    [400n, 400n, 0n, 500n, 1n, undefined],
    [1000n, 1000n, 0n, 0n, 1n, 900n],
    // Limited by the reach of one transaction, after the payouts that are signed first. The ceiling applies to all
    // coins.
    [9000n, 2000n, 0n, 5000n, 1n, 1900n],
    [9000n, 2000n, 300n, 5000n, 1n, 1600n],
    [6600n, 4000n, 0n, 5000n, 1n, 1500n],
    [9000n, 600n, 0n, 5000n, 1n, 500n],
    [9000n, 599n, 0n, 5000n, 1n, undefined],
    [9000n, 2000n, 2000n, 5000n, 1n, undefined],
  ] as const;
  for (const [spendableMinor, reachMinor, neededMinor, ceiling, fee, expected] of cases) {
    assert.equal(excessOf({ spendableMinor, reachMinor, neededMinor }, ceiling, fee), expected);
  }
  const amount = fc.bigInt({ min: 0n, max: 10_000n });
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.bigInt({ min: 1n, max: 50n }),
      (spendable, needed, ceiling, fee) => {
        const state = (spendableMinor: bigint) => ({
          spendableMinor,
          reachMinor: spendableMinor,
          neededMinor: needed,
        });
        const moved = excessOf(state(spendable), ceiling, fee) ?? 0n;
        if (moved === 0n) return;
        const left = spendable - moved;
        assert.equal(left - 100n * fee, needed + ceiling, 'down to the ceiling, beside what waits and a fee');
        assert.equal(excessOf(state(left), ceiling, fee), undefined, 'and not again');
      },
    ),
  );
});
