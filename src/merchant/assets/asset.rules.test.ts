import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assetCodes,
  coinOf,
  coins,
  decimalsOf,
  findAsset,
  findCoin,
  findPair,
  formatAsset,
  pairCodes,
  tradeDecimalsOf,
  type AssetCode,
} from './asset.rules.ts';

/** Decimals as on their chains; a quote of ether is rounded to eight decimals. */
const units: [AssetCode, name: string | undefined, decimals: number, tradeDecimals: number][] = [
  ['EUR', undefined, 2, 2],
  ['BTC', 'Bitcoin', 8, 8],
  ['BCH', 'Bitcoin Cash', 8, 8],
  ['LTC', 'Litecoin', 8, 8],
  ['ETH', 'Ether', 18, 8],
  ['XRP', 'XRP', 6, 6],
];

test('every asset is counted in the smallest unit of its chain', () => {
  assert.deepEqual(
    assetCodes.map((asset) => [
      asset,
      asset === 'EUR' ? undefined : coins[asset].name,
      decimalsOf(asset),
      tradeDecimalsOf(asset),
    ]),
    units,
  );
});

test('an amount has all decimals of a trade, and further decimals only if they are not zero', () => {
  assert.equal(formatAsset('EUR', 1_050n), '10.50');
  assert.equal(formatAsset('BTC', 100_000_000n), '1.00000000');
  assert.equal(formatAsset('XRP', 1_000_000n), '1.000000');
  const ether = 10n ** 18n;
  assert.equal(formatAsset('ETH', ether), '1.00000000');
  assert.equal(formatAsset('ETH', ether + 10n ** 9n), '1.000000001');
  assert.equal(formatAsset('ETH', ether + 1n), '1.000000000000000001');
  assert.equal(formatAsset('ETH', ether + 10n), '1.00000000000000001');
});

test('every coin is traded against the euro', () => {
  assert.deepEqual(pairCodes, ['BTCEUR', 'BCHEUR', 'LTCEUR', 'ETHEUR', 'XRPEUR']);
  assert.deepEqual(pairCodes.map(coinOf), ['BTC', 'BCH', 'LTC', 'ETH', 'XRP']);
});

test('only existing assets are found, by their exact code', () => {
  assert.deepEqual([findPair('ETHEUR'), findPair('EURETH'), findPair('')], ['ETHEUR', undefined, undefined]);
  assert.deepEqual([findAsset('EUR'), findAsset('LTC'), findAsset('eur')], ['EUR', 'LTC', undefined]);
  assert.deepEqual([findCoin('LTC'), findCoin('EUR')], ['LTC', undefined]);
});
