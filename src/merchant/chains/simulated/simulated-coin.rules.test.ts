import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coinCodes } from '../../assets/asset.rules.ts';
import { mostMinor, simulatedCoins, usualFee } from './simulated-coin.rules.ts';

test("a fee follows the transaction's size and is rounded up, as nodes require", () => {
  const size = { base: 10n, input: 100n, output: 30n, unit: 1000n };
  // The size of two inputs and two outputs is 270 units.
  assert.equal(usualFee(size, 1000n), 270n);
  assert.equal(usualFee(size, 1n), 1n);
  assert.equal(usualFee({ ...size, base: 40n }, 10n), 3n, '300 × 10 ÷ 1000 is whole');
});

test('the node accepts the usual fee, and the wallet can pay many', () => {
  for (const coin of coinCodes) {
    const { size, feeRate, minimumFeeMinor } = simulatedCoins[coin];
    assert.ok(usualFee(size, feeRate) > minimumFeeMinor, coin);
  }
  assert.equal(usualFee(simulatedCoins.XRP.size, simulatedCoins.XRP.feeRate), 12n);
  assert.equal(usualFee(simulatedCoins.ETH.size, simulatedCoins.ETH.feeRate), 42_000_000_000_000n);
});

test('account-based coins have a single endowment, and only transactions of XRP expire', () => {
  const kinds = coinCodes.map((coin) => {
    const { funds, endowment, lifetimeBlocks } = simulatedCoins[coin];
    return [coin, funds, endowment.outputs > 1, lifetimeBlocks !== null];
  });
  assert.deepEqual(kinds, [
    ['BTC', 'outputs', true, false],
    ['BCH', 'outputs', true, false],
    ['LTC', 'outputs', true, false],
    ['ETH', 'sequence', false, false],
    ['XRP', 'sequence', false, true],
  ]);
});

test('no amount exceeds a million million coins', () => {
  assert.equal(mostMinor('BTC'), 10n ** 20n);
  assert.equal(mostMinor('XRP'), 10n ** 18n);
});

test("the sandbox's fees are close to those of the networks, and its wallet has plenty", () => {
  const told = coinCodes.map((coin) => {
    const { size, feeRate, minimumFeeMinor, endowment } = simulatedCoins[coin];
    return [coin, usualFee(size, feeRate), minimumFeeMinor, BigInt(endowment.outputs) * endowment.wholeCoins];
  });
  assert.deepEqual(told, [
    ['BTC', 1672n, 110n, 1000n],
    ['BCH', 374n, 110n, 20_000n],
    ['LTC', 2090n, 110n, 100_000n],
    ['ETH', 42_000_000_000_000n, 2_100_000_000_000n, 20_000n],
    ['XRP', 12n, 10n, 50_000_000n],
  ]);
  assert.equal(simulatedCoins.XRP.lifetimeBlocks, 60);
});
