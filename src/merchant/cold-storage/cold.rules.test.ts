import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { excessOf } from './cold.rules.ts';

test('only what is above the ceiling and what waits goes, and never for dust', () => {
  const cases = [
    [1000n, 0n, 500n, 1n, 400n],
    [1000n, 300n, 500n, 1n, 100n],
    [1000n, 301n, 500n, 1n, undefined],
    [5400n, 0n, 5000n, 1n, undefined],
    [1000n, 0n, 500n, 10n, undefined],
    [400n, 0n, 500n, 1n, undefined],
    [1000n, 0n, 0n, 1n, 900n],
  ] as const;
  for (const [spendableMinor, neededMinor, ceiling, fee, expected] of cases) {
    assert.equal(excessOf({ spendableMinor, neededMinor }, ceiling, fee), expected);
  }
  const amount = fc.bigInt({ min: 0n, max: 10_000n });
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.bigInt({ min: 1n, max: 50n }),
      (spendable, needed, ceiling, fee) => {
        const moved = excessOf({ spendableMinor: spendable, neededMinor: needed }, ceiling, fee) ?? 0n;
        if (moved === 0n) return;
        const left = spendable - moved;
        assert.equal(left - 100n * fee, needed + ceiling, 'down to the ceiling, beside what waits and a fee');
        assert.equal(
          excessOf({ spendableMinor: left, neededMinor: needed }, ceiling, fee),
          undefined,
          'and not again',
        );
      },
    ),
  );
});
