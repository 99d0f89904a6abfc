import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coinCodes } from '../../assets/asset.rules.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import { settleEntries } from './deposit.rules.ts';

test('a deposit is valued with all its digits, rounded down to a cent', () => {
  const price = 5_000_000_000_000n; // 50 000 EUR
  assert.equal(valueOf('BTC', 100_000_000n, price), 5_000_000n);
  assert.equal(valueOf('BTC', 19n, price), 0n);
  assert.equal(valueOf('BTC', 20n, price), 1n);
  // A hundredth of a cent below one cent. Only the digits beyond those of a trade make the difference.
  assert.equal(valueOf('ETH', 199_999_999_999n, price), 0n);
  assert.equal(valueOf('ETH', 200_000_000_000n, price), 1n);
});

test('two deposits never bring more than one deposit of both, and at most a cent less', () => {
  const amount = fc.bigInt(1n, 10n ** 24n);
  fc.assert(
    fc.property(
      fc.constantFrom(...coinCodes),
      amount,
      amount,
      fc.bigInt(1n, 10n ** 14n),
      (coin, a, b, price) => {
        const apart = valueOf(coin, a, price) + valueOf(coin, b, price);
        const together = valueOf(coin, a + b, price);
        assert.ok(apart <= together && together - apart <= 1n);
      },
    ),
  );
});

test('settlement entries sum to zero in each asset, and there is no entry of zero', () => {
  const cents = fc.option(fc.bigInt(0n, 10n ** 12n));
  fc.assert(
    fc.property(
      fc.constantFrom(...coinCodes),
      fc.bigInt(1n, 10n ** 24n),
      cents,
      (coin, amountMinor, euros) => {
        const entries = settleEntries({ pspId: 7, coin, amountMinor, euroAmountMinor: euros });
        for (const [, own] of Map.groupBy(entries, (entry) => entry.asset)) {
          assert.equal(
            own.reduce((sum, entry) => sum + entry.amountMinor, 0n),
            0n,
          );
        }
        assert.ok(entries.every((entry) => entry.amountMinor !== 0n));
        assert.ok(
          entries.some((entry) => entry.owner === 'psp:7:held' && entry.amountMinor === -amountMinor),
        );
      },
    ),
  );
});
