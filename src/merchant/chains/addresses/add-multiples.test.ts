import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { addMultiples } from './add-multiples.ts';

const { Point } = secp256k1;
const { Fn: scalars } = Point;
const start = Point.BASE.multiply(0x1234_5678_9abc_def0_1234_5678_9abc_def0_1234_5678_9abc_def1n);

test('the ends of the range, single bits and bytes without any add up to what the library says', () => {
  const values = [
    0n,
    1n,
    2n,
    255n,
    256n,
    0xff00n,
    0xff00_00ffn,
    2n ** 255n,
    2n ** 128n - 1n,
    scalars.ORDER - 1n,
    scalars.ORDER - 2n,
    ...Array.from({ length: 32 }, (_, position) => 0x80n << BigInt(8 * position)).filter(
      (value) => value < scalars.ORDER,
    ),
  ];
  const sums = addMultiples(
    start.toAffine(),
    values.map((value) => scalars.toBytes(value)),
  );
  const expected = values.map((value) => start.add(Point.BASE.multiplyUnsafe(value)).toAffine());
  assert.deepEqual(sums, expected);
});

test('nothing is made of nothing', () => assert.deepEqual(addMultiples(start.toAffine(), []), []));

test('a sum that plain addition cannot make is refused, not answered wrongly', () => {
  for (const value of [7n, scalars.ORDER - 7n]) {
    const equal = Point.BASE.multiply(value).toAffine();
    assert.throws(() => addMultiples(equal, [scalars.toBytes(7n)]));
  }
});
