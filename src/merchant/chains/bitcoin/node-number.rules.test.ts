import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatAmount } from '../../../platform/money.ts';
import { parseNodeAmount, parseNodeJson } from './node-number.rules.ts';

const amountIn = (text: string): bigint =>
  parseNodeAmount((parseNodeJson(`{"value": ${text}}`) as { value: unknown }).value);

describe('an amount is read as the node wrote it', () => {
  const amounts: [text: string, minor: bigint][] = [
    ['0.10000000', 10_000_000n],
    ['0.3', 30_000_000n],
    ['0.00000001', 1n],
    ['1e-8', 1n],
    ['1E-08', 1n],
    ['5.4e-7', 54n],
    ['1e-07', 10n],
    ['0', 0n],
    ['0.00000000', 0n],
    ['50', 5_000_000_000n],
    ['2.1e7', 2_100_000_000_000_000n],
    ['20999999.97690000', 2_099_999_997_690_000n],
    ['21000000.00000000', 2_100_000_000_000_000n],
    // As doubles these are their neighbours, and so are their sums of satoshis.
    ['0.29', 29_000_000n],
    ['1.15', 115_000_000n],
    ['45000000.00000001', 4_500_000_000_000_001n],
    ['83999999.99999999', 8_399_999_999_999_999n],
    ['92233720368.54775807', 9_223_372_036_854_775_807n],
    ['0.100000000000', 10_000_000n],
  ];
  for (const [text, minor] of amounts) test(text, () => assert.equal(amountIn(text), minor));
});

test('0.1 and 0.2 are 0.3', () => assert.equal(amountIn('0.1') + amountIn('0.2'), amountIn('0.3')));

test('every amount that can exist comes back from its text, plain and with an exponent', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 8_400_000_000_000_000n), (minor) => {
      assert.equal(amountIn(formatAmount(minor, 8)), minor);
      assert.equal(amountIn(`${minor}e-8`), minor);
    }),
  );
});

test('what is no amount, or finer than the unit, is refused', () => {
  for (const text of [
    '-0.1',
    '"1,5"',
    '"NaN"',
    'null',
    '0.000000001',
    '1e-9',
    '[1]',
    'true',
    '"0x10"',
    '""',
  ]) {
    assert.throws(() => amountIn(text), RangeError, text);
  }
  assert.throws(() => parseNodeAmount(0.1), RangeError);
});

test('amounts are text and all else is what it was, whatever strings say', () => {
  const parsed = parseNodeJson(
    String.raw`{"height": 840000, "result":1e-8, "value" : 7, "tx":[{"value":-1.5,"n":0},{"feerate": 0.1}], "note":"\"value\": 1.5 \\","x\"value":2}`,
  );
  assert.deepEqual(parsed, {
    height: 840_000,
    result: '1e-8',
    value: '7',
    tx: [{ value: '-1.5', n: 0 }, { feerate: '0.1' }],
    note: '"value": 1.5 \\',
    'x"value': '2',
  });
});

test('any JSON but for those amounts is read as ever', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const strip = (value: unknown): unknown =>
        JSON.parse(JSON.stringify(value), (key, one: unknown) =>
          ['value', 'feerate', 'mempoolminfee', 'result'].includes(key) ? null : one,
        );
      assert.deepEqual(strip(parseNodeJson(json)), strip(JSON.parse(json)));
    }),
  );
});
