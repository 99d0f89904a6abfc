import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coinCodes, type CoinCode } from '../../assets/asset.rules.ts';
import { formatFeeRate, parseFeeRate } from './fee-rate.rules.ts';

const said: [CoinCode, string, bigint, string][] = [
  ['BTC', '60', 60_000n, '60 sat/vB'],
  ['BTC', '12.5', 12_500n, '12.5 sat/vB'],
  ['LTC', '100', 100_000n, '100 litoshi/vB'],
  ['BCH', '1.001', 1001n, '1.001 sat/B'],
  ['ETH', '30', 30_000_000_000n, '30 gwei'],
  ['XRP', '10', 10n, '10 drops'],
];
for (const [coin, text, rate, shown] of said) {
  test(`${coin}: formats ${text} as ${shown}`, () => {
    assert.equal(parseFeeRate(coin, text), rate);
    assert.equal(formatFeeRate(coin, rate), shown);
  });
}

test('a formatted rate parses to the same value', () => {
  fc.assert(
    fc.property(fc.constantFrom(...coinCodes), fc.bigInt(1n, 10n ** 15n), (coin, rate) => {
      assert.equal(parseFeeRate(coin, formatFeeRate(coin, rate).split(' ')[0] ?? ''), rate);
    }),
  );
});

test('zero, negative, too precise and non-numeric rates are rejected', () => {
  for (const text of ['0', '-1', '1.0001', 'much', '', '1e3'])
    assert.equal(parseFeeRate('BTC', text), undefined);
});
