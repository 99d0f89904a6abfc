import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatAmount, least, multiplyDivide, parseAmount, rescale } from './money.ts';

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
  ['9'.repeat(31), 2, 'too_large'],
  [1e30, 2, 'too_large'],
  [`0.${'1'.repeat(31)}`, 18, 'too_precise'],
];

for (const [input, decimals, expected] of amounts) {
  test(`an amount of ${JSON.stringify(input)} with ${decimals} decimals is ${expected}`, () => {
    const parsed = parseAmount(input, decimals);
    assert.equal('minor' in parsed ? parsed.minor : parsed.error, expected);
  });
}

/** Thirty digits are the maximum that is parsed. */
const amount = fc.bigInt({ min: 0n, max: 10n ** 30n - 1n });
const decimals = fc.integer({ min: 0, max: 18 });

test('formatted amounts parse to the same value', () => {
  fc.assert(
    fc.property(amount, decimals, (minor, digits) => {
      assert.deepEqual(parseAmount(formatAmount(minor, digits), digits), { minor });
    }),
  );
});

test('rounding up and down bound the exact quotient and differ by at most one unit', () => {
  fc.assert(
    fc.property(amount, amount, fc.bigInt({ min: 1n, max: 10n ** 20n }), (a, b, c) => {
      const down = multiplyDivide(a, b, c, 'down');
      const up = multiplyDivide(a, b, c, 'up');
      assert.ok(down * c <= a * b && a * b <= up * c);
      assert.ok(up - down <= 1n);
    }),
  );
});

test('rescaling to a finer unit and back is lossless', () => {
  fc.assert(
    fc.property(amount, decimals, fc.integer({ min: 0, max: 10 }), (minor, from, more) => {
      assert.equal(rescale(rescale(minor, from, from + more, 'down'), from + more, from, 'down'), minor);
    }),
  );
});

test('a negative amount is formatted with its sign and never divided', () => {
  assert.equal(formatAmount(-5n, 2), '-0.05');
  assert.throws(() => multiplyDivide(-1n, 1n, 1n, 'down'), RangeError);
});

test('an exact division is not rounded, and others are rounded by one unit', () => {
  for (const rounding of ['up', 'down'] as const) {
    assert.equal(multiplyDivide(6n, 2n, 3n, rounding), 4n);
    assert.equal(multiplyDivide(0n, 2n, 3n, rounding), 0n);
    assert.equal(multiplyDivide(2n, 0n, 3n, rounding), 0n);
    assert.equal(rescale(1200n, 4, 2, rounding), 12n);
    assert.equal(rescale(12n, 2, 2, rounding), 12n);
    assert.equal(rescale(12n, 2, 4, rounding), 1200n);
  }
  assert.deepEqual([multiplyDivide(7n, 2n, 3n, 'up'), multiplyDivide(7n, 2n, 3n, 'down')], [5n, 4n]);
  assert.deepEqual([rescale(1201n, 4, 2, 'up'), rescale(1299n, 4, 2, 'down')], [13n, 12n]);
});

test('rejects negative amounts and division by zero', () => {
  for (const [a, b, c] of [
    [-1n, 1n, 1n],
    [1n, -1n, 1n],
    [1n, 1n, -1n],
    [1n, 1n, 0n],
  ] as const) {
    assert.throws(() => multiplyDivide(a, b, c, 'up'), /takes non-negative amounts/);
  }
});

test('formats amounts with all decimals and their sign', () => {
  const written = [-5n, 0n, 1n, 5n, 1234n].map((minor) => formatAmount(minor, 2));
  assert.deepEqual(written, ['-0.05', '0.00', '0.01', '0.05', '12.34']);
  assert.deepEqual([formatAmount(-7n, 0), formatAmount(0n, 0)], ['-7', '0']);
});

test('least returns the smaller of two amounts', () => {
  assert.deepEqual([least(-2n, 1n), least(3n, 2n), least(4n, 4n)], [-2n, 2n, 4n]);
});
