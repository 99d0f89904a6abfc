import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coinCodes, pairCodes, coinOf, tradeDecimalsOf, type PairCode } from '../assets/asset.rules.ts';
import {
  parseBounds,
  priceTrade,
  quoteLifetimeMs,
  quoteRetentionMs,
  toLedger,
  transactionTypes,
  type TransactionType,
  type Wish,
} from './conversion.rules.ts';

const euros = (whole: number): bigint => BigInt(Math.round(whole * 1e8));

const cases: [PairCode, TransactionType, number, Wish, bigint, bigint][] = [
  // 0.1 BTC at 57 857.02 € are 5 785.702 €.
  ['BTCEUR', 'WITHDRAW', 57_857.02, { coinUnits: 10_000_000n }, 10_000_000n, 578_571n],
  ['BTCEUR', 'DEPOSIT', 57_857.02, { coinUnits: 10_000_000n }, 10_000_000n, 578_570n],
  // 25 € at 57 857.02 € are 0.000432099…
  ['BTCEUR', 'WITHDRAW', 57_857.02, { cents: 2500n }, 43_209n, 2500n],
  ['BTCEUR', 'DEPOSIT', 57_857.02, { cents: 2500n }, 43_210n, 2500n],
  // Six decimals.
  ['XRPEUR', 'WITHDRAW', 0.3, { cents: 100n }, 3_333_333n, 100n],
  ['XRPEUR', 'DEPOSIT', 0.3, { cents: 100n }, 3_333_334n, 100n],
  // Exact amounts stay exact.
  ['ETHEUR', 'WITHDRAW', 2000, { coinUnits: 100_000_000n }, 100_000_000n, 200_000n],
  ['ETHEUR', 'DEPOSIT', 2000, { cents: 200_000n }, 100_000_000n, 200_000n],
];

for (const [pair, type, price, wish, coinUnits, cents] of cases) {
  test(`${type} ${pair} at ${price} for ${JSON.stringify(wish, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`, () => {
    assert.deepEqual(priceTrade(pair, type, euros(price), wish), { coinUnits, cents });
  });
}

const pair = fc.constantFrom(...pairCodes);
const type = fc.constantFrom<TransactionType>('DEPOSIT', 'WITHDRAW');
const price = fc.bigInt({ min: 1n, max: 10n ** 15n });
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: 10n ** 12n }));
const wish = fc.oneof(
  amount.map((coinUnits): Wish => ({ coinUnits })),
  amount.map((cents): Wish => ({ cents })),
);
const runs = { numRuns: 2000 };

const scaleOf = (of: PairCode): bigint => 10n ** BigInt(8 + tradeDecimalsOf(coinOf(of)) - 2);

test('what was asked for is kept, and the rounding is for the provider and less than one unit', () => {
  fc.assert(
    fc.property(pair, type, price, wish, (ofPair, ofType, atPrice, wished) => {
      const trade = priceTrade(ofPair, ofType, atPrice, wished);
      const [coinsWorth, eurosWorth] = [trade.coinUnits * atPrice, trade.cents * scaleOf(ofPair)];
      // What the customer gives is worth at least what it gets.
      assert.ok(ofType === 'WITHDRAW' ? eurosWorth >= coinsWorth : coinsWorth >= eurosWorth);
      const difference = ofType === 'WITHDRAW' ? eurosWorth - coinsWorth : coinsWorth - eurosWorth;
      assert.ok(difference < ('coinUnits' in wished ? scaleOf(ofPair) : atPrice));
      for (const [key, value] of Object.entries(wished))
        assert.equal(trade[key as keyof typeof trade], value);
    }),
    runs,
  );
});

test('nobody gains by splitting a trade', () => {
  fc.assert(
    fc.property(
      pair,
      type,
      price,
      fc.array(amount, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      (ofPair, ofType, atPrice, parts, byCoins) => {
        const wishOf = (value: bigint): Wish => (byCoins ? { coinUnits: value } : { cents: value });
        const whole = priceTrade(
          ofPair,
          ofType,
          atPrice,
          wishOf(parts.reduce((sum, part) => sum + part, 0n)),
        );
        const split = parts.map((part) => priceTrade(ofPair, ofType, atPrice, wishOf(part)));
        const coins = split.reduce((sum, trade) => sum + trade.coinUnits, 0n);
        const cents = split.reduce((sum, trade) => sum + trade.cents, 0n);
        if (ofType === 'WITHDRAW') assert.ok(coins <= whole.coinUnits && cents >= whole.cents);
        else assert.ok(coins >= whole.coinUnits && cents <= whole.cents);
      },
    ),
    runs,
  );
});

test('nobody gains by any sequence of trades, there and back, however often', () => {
  const step = fc.record({ type, wish });
  fc.assert(
    fc.property(pair, price, price, fc.array(step, { maxLength: 30 }), (ofPair, one, other, steps) => {
      // A merchant never buys for less than it sells for.
      const [sell, buy] = one < other ? [one, other] : [other, one];
      let [coins, cents] = [0n, 0n];
      // Worth at the price at which coins can be sold; exact, so that nothing hides in a rest.
      const worth = (): bigint => cents * scaleOf(ofPair) + coins * sell;
      for (const { type: ofType, wish: wished } of steps) {
        const before = worth();
        const buying = ofType === 'WITHDRAW';
        const trade = priceTrade(ofPair, ofType, buying ? buy : sell, wished);
        coins += buying ? trade.coinUnits : -trade.coinUnits;
        cents += buying ? -trade.cents : trade.cents;
        assert.ok(worth() <= before);
      }
      // Sold or bought back to nothing, what is left is no gain.
      const back: TransactionType = coins >= 0n ? 'DEPOSIT' : 'WITHDRAW';
      const end = priceTrade(ofPair, back, coins >= 0n ? sell : buy, {
        coinUnits: coins >= 0n ? coins : -coins,
      });
      assert.ok(cents + (coins >= 0n ? end.cents : -end.cents) <= 0n);
    }),
    runs,
  );
});

test('a quote in units of a trade is the same amount in the ledger', () => {
  assert.equal(toLedger('BTC', 1n), 1n);
  assert.equal(toLedger('XRP', 1n), 1n);
  assert.equal(toLedger('ETH', 1n), 10n ** 10n);
});

const badBounds: [string, string[], RegExp][] = [
  ['an unknown coin', ['DOGE=1'], /DOGE/],
  ['no amount', ['BTC='], /BTC=/],
  ['nothing', ['BTC=0'], /BTC=0/],
  ['too many digits', ['XRP=0.0000001'], /XRP/],
  ['a coin left out', ['BTC=1', 'BCH=1', 'LTC=1', 'ETH=1'], /XRP/],
];
for (const [name, items, message] of badBounds) {
  test(`bounds with ${name} are refused by name`, () => assert.match(parseBounds(items) as string, message));
}

test('bounds are read in units of a trade', () => {
  const bounds = parseBounds(coinCodes.map((coin, index) => `${coin}=${index + 1}`));
  const expected = coinCodes.map((coin, index) => [
    coin,
    BigInt(index + 1) * 10n ** BigInt(tradeDecimalsOf(coin)),
  ]);
  assert.deepEqual(bounds, Object.fromEntries(expected));
});

test('one buys or sells, at a price for a minute, and a token is remembered for a day', () => {
  assert.deepEqual(transactionTypes, ['DEPOSIT', 'WITHDRAW']);
  assert.deepEqual([quoteLifetimeMs, quoteRetentionMs], [60_000, 86_400_000]);
});
