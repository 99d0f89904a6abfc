import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatAmount, multiplyDivide, parseAmount, rescale } from './money.ts';

const amounts: [string | number, number, bigint | string][] = [
  ['25.00', 2, 2500n],
  ['25', 2, 2500n],
  ['0.00043210', 8, 43_210n],
  ['25.0000', 2, 2500n],
  ['0', 2, 0n],
  ['007', 2, 700n],
  [25, 2, 2500n],
  [0.1, 2, 10n],
  [1e-7, 8, 10n],
  [1.5e-7, 8, 15n],
  [1e21, 2, 10n ** 23n],
  ['1.000000000000000001', 18, 1_000_000_000_000_000_001n],
  ['25.001', 2, 'too_precise'],
  ['-1', 2, 'malformed'],
  [-1, 2, 'malformed'],
  [-1e-7, 8, 'malformed'],
  [-1e21, 2, 'malformed'],
  ['1e3', 2, 'malformed'],
  ['1,5', 2, 'malformed'],
  ['.5', 2, 'malformed'],
  ['5.', 2, 'malformed'],
  ['', 2, 'malformed'],
  [' 1', 2, 'malformed'],
  ['٣', 2, 'malformed'],
  [Number.NaN, 2, 'malformed'],
  [Number.POSITIVE_INFINITY, 2, 'malformed'],
  ['9'.repeat(31), 2, 'malformed'],
];

for (const [input, decimals, expected] of amounts) {
  test(`an amount of ${JSON.stringify(input)} with ${decimals} decimals is ${expected}`, () => {
    const parsed = parseAmount(input, decimals);
    assert.equal('minor' in parsed ? parsed.minor : parsed.error, expected);
  });
}

/** Thirty digits are the most that are read. */
const amount = fc.bigInt({ min: 0n, max: 10n ** 30n - 1n });
const decimals = fc.integer({ min: 0, max: 18 });

test('what is formatted is read back exactly', () => {
  fc.assert(
    fc.property(amount, decimals, (minor, digits) => {
      assert.deepEqual(parseAmount(formatAmount(minor, digits), digits), { minor });
    }),
  );
});

test('rounding up and down enclose the exact quotient and differ by at most one unit', () => {
  fc.assert(
    fc.property(amount, amount, fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b, c) => {
      const down = multiplyDivide(a, b, c, 'down');
      const up = multiplyDivide(a, b, c, 'up');
      assert.ok(down * c <= a * b && a * b <= up * c);
      assert.ok(up - down <= 1n);
    }),
  );
});

test('moving to a finer unit and back loses nothing', () => {
  fc.assert(
    fc.property(amount, decimals, fc.integer({ min: 0, max: 10 }), (minor, from, more) => {
      assert.equal(rescale(rescale(minor, from, from + more, 'down'), from + more, from, 'down'), minor);
    }),
  );
});

test('a negative amount is shown with its sign and never divided', () => {
  assert.equal(formatAmount(-5n, 2), '-0.05');
  assert.throws(() => multiplyDivide(-1n, 1n, 1n, 'down'), RangeError);
});
