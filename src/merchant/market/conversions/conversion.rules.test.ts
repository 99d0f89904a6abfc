import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { coinCodes, pairCodes, coinOf, tradeDecimalsOf, type PairCode } from '../../assets/asset.rules.ts';
import {
  parseBounds,
  priceTrade,
  quoteLifetimeMs,
  quoteRetentionMs,
  toLedger,
  transactionTypes,
  type TransactionType,
  type TradeAmount,
} from './conversion.rules.ts';

const pair = fc.constantFrom(...pairCodes);
const type = fc.constantFrom<TransactionType>('DEPOSIT', 'WITHDRAW');
const price = fc.bigInt({ min: 1n, max: 10n ** 15n });
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 100n }), fc.bigInt({ min: 0n, max: 10n ** 12n }));
const tradeAmount = fc.oneof(
  amount.map((coinUnits): TradeAmount => ({ coinUnits })),
  amount.map((cents): TradeAmount => ({ cents })),
);
const runs = { numRuns: 2000 };

const scaleOf = (of: PairCode): bigint => 10n ** BigInt(8 + tradeDecimalsOf(coinOf(of)) - 2);

test('the requested amount is kept, and the rounding favours the provider by less than one unit', () => {
  fc.assert(
    fc.property(pair, type, price, tradeAmount, (ofPair, ofType, atPrice, requested) => {
      const trade = priceTrade(ofPair, ofType, atPrice, requested);
      const [coinsWorth, eurosWorth] = [trade.coinUnits * atPrice, trade.cents * scaleOf(ofPair)];
      // The customer gives at least the value that it gets.
      assert.ok(ofType === 'WITHDRAW' ? eurosWorth >= coinsWorth : coinsWorth >= eurosWorth);
      const difference = ofType === 'WITHDRAW' ? eurosWorth - coinsWorth : coinsWorth - eurosWorth;
      assert.ok(difference < ('coinUnits' in requested ? scaleOf(ofPair) : atPrice));
      for (const [key, value] of Object.entries(requested))
        assert.equal(trade[key as keyof typeof trade], value);
    }),
    runs,
  );
});

test('no sequence of trades in both directions makes a profit', () => {
  const step = fc.record({ type, tradeAmount });
  fc.assert(
    fc.property(pair, price, price, fc.array(step, { maxLength: 30 }), (ofPair, one, other, steps) => {
      // A merchant never buys for less than it sells for.
      const [sell, buy] = one < other ? [one, other] : [other, one];
      let [coins, cents] = [0n, 0n];
      // The value at the selling price, exact so that no remainder is hidden.
      const worth = (): bigint => cents * scaleOf(ofPair) + coins * sell;
      for (const { type: ofType, tradeAmount: requested } of steps) {
        const before = worth();
        const buying = ofType === 'WITHDRAW';
        const trade = priceTrade(ofPair, ofType, buying ? buy : sell, requested);
        coins += buying ? trade.coinUnits : -trade.coinUnits;
        cents += buying ? -trade.cents : trade.cents;
        assert.ok(worth() <= before);
      }
      // Closing the position leaves no profit.
      const back: TransactionType = coins >= 0n ? 'DEPOSIT' : 'WITHDRAW';
      const end = priceTrade(ofPair, back, coins >= 0n ? sell : buy, {
        coinUnits: coins >= 0n ? coins : -coins,
      });
      assert.ok(cents + (coins >= 0n ? end.cents : -end.cents) <= 0n);
    }),
    runs,
  );
});

test('an amount in trade units is the same amount in the ledger', () => {
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
  test(`bounds with ${name} are rejected with the name`, () =>
    assert.match(parseBounds(items) as string, message));
}

test('bounds are read in trade units', () => {
  const bounds = parseBounds(coinCodes.map((coin, index) => `${coin}=${index + 1}`));
  const expected = coinCodes.map((coin, index) => [
    coin,
    BigInt(index + 1) * 10n ** BigInt(tradeDecimalsOf(coin)),
  ]);
  assert.deepEqual(bounds, Object.fromEntries(expected));
});

test('a trade buys or sells, a quote lasts a minute, and a token is remembered for a day', () => {
  assert.deepEqual(transactionTypes, ['DEPOSIT', 'WITHDRAW']);
  assert.deepEqual([quoteLifetimeMs, quoteRetentionMs], [60_000, 86_400_000]);
});
