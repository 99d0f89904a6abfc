import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cents, price } from '../../../../test/support/payment-facts.ts';
import { priceOfSlow, sellAt } from './settlement.rules.ts';

const coin = 'BTC';
const asked = { euro_amount: cents, tolerance_bps: 50 };

test('coins are sold at their value up to the requested sum, and a large excess is not sold', () => {
  const sell = (coinMinor: bigint, at = price) => {
    const sold = sellAt(at, asked, coin, coinMinor);
    return sold && [sold.coinMinor, sold.cents];
  };
  assert.deepEqual(sell(100_000n), [100_000n, cents]);
  assert.deepEqual(sell(99_000n), [99_000n, (cents * 99n) / 100n]);
  assert.deepEqual(sell(100_500n), [100_500n, cents], 'within the tolerance');
  assert.deepEqual(sell(100_501n), [100_000n, cents]);
  assert.deepEqual(sell(100_000n, price / 2n), [100_000n, cents / 2n]);
  assert.equal(sell(0n), undefined);
  assert.equal(sell(-1n), undefined);
});

test('a single unit is sold if it is worth a cent', () => {
  assert.deepEqual(sellAt(price * 10n, asked, coin, 1n), { coinMinor: 1n, cents: 1n });
});

test('a payment completed by slow coins gets the lower of both prices', () => {
  assert.equal(priceOfSlow({ price }, price - 1n), price - 1n);
  assert.equal(priceOfSlow({ price }, price + 1n), price);
});
