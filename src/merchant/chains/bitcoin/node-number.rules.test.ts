import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatAmount } from '../../../platform/money.ts';
import { parseNodeAmount, parseNodeJson } from './node-number.rules.ts';

const amountIn = (text: string): bigint =>
  parseNodeAmount((parseNodeJson(`{"value": ${text}}`) as { value: unknown }).value);

test("reads an amount as the node wrote it, with any exponent and beyond a double's precision", () => {
  for (const [text, minor] of [
    ['1E-08', 1n],
    ['5.4e-7', 54n],
    ['2.1e7', 2_100_000_000_000_000n],
    ['50', 5_000_000_000n],
    ['92233720368.54775807', 9_223_372_036_854_775_807n],
    ['0.100000000000', 10_000_000n],
  ] as const)
    assert.equal(amountIn(text), minor, text);
});

test('every possible amount survives its text form, plain and with an exponent', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 8_400_000_000_000_000n), (minor) => {
      assert.equal(amountIn(formatAmount(minor, 8)), minor);
      assert.equal(amountIn(`${minor}e-8`), minor);
    }),
  );
});

test('rejects text that is not an amount, or finer than the smallest unit', () => {
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

test('keeps amounts as text and everything else unchanged, including strings that look like amounts', () => {
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

test('parses any JSON without amounts like JSON.parse', () => {
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
