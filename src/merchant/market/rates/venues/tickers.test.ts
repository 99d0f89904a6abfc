import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairCodes } from '../../../assets/asset.rules.ts';
import { pauseAfter, readQuote, type Ticker } from './ticker.rules.ts';
import { binance, bitfinex, bitstamp, bitvavo, coinbase, kraken, tickers } from './tickers.ts';

const fixture = (name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../../../test/fixtures/venues/${name}.json`, import.meta.url), 'utf8'),
  );

const read = (ticker: Ticker, name: string) => ticker.requests[0]?.read(fixture(name));

test('Kraken: all pairs in one answer, under its own names', () => {
  assert.deepEqual(read(kraken, 'kraken-ticker'), [
    { pair: 'BTCEUR', bid: 8_001_200_000_000n, ask: 8_001_210_000_000n },
    { pair: 'BCHEUR', bid: 45_212_000_000n, ask: 45_231_000_000n },
    { pair: 'LTCEUR', bid: 8_991_000_000n, ask: 8_994_000_000n },
    { pair: 'ETHEUR', bid: 280_142_000_000n, ask: 280_143_000_000n },
    { pair: 'XRPEUR', bid: 200_298_000n, ask: 200_315_000n },
  ]);
});

test('Bitfinex: numbers in arrays, without Bitcoin Cash', () => {
  assert.deepEqual(read(bitfinex, 'bitfinex-tickers'), [
    { pair: 'BTCEUR', bid: 8_000_800_000_000n, ask: 8_001_900_000_000n },
    { pair: 'LTCEUR', bid: 8_987_000_000n, ask: 8_999_000_000n },
    { pair: 'ETHEUR', bid: 280_090_000_000n, ask: 280_210_000_000n },
    { pair: 'XRPEUR', bid: 200_210_000n, ask: 200_490_000n },
  ]);
});

test('Bitfinex: other markets and funding offers, whose fields have another meaning, are ignored', () => {
  const others = [
    ['tBTCUSD', 90_000, 1, 90_010, 2, 0, 0, 90_005, 1, 90_100, 89_000],
    ['fEUR', 0.0001, 0.0002, 120, 5000, 0.0001, 2, 700, 0, 0, 0.0001, 9000, 0.0001, 0, null, null, 1],
  ];
  const books = fixture('bitfinex-tickers') as unknown[];
  assert.deepEqual(bitfinex.requests[0]?.read([...others, ...books]), read(bitfinex, 'bitfinex-tickers'));
});

test('Bitvavo: the list in its documentation is read like the single book', () => {
  const book = fixture('bitvavo-ticker-book');
  const list = [{ market: 'ETH-EUR', bid: '2801', ask: '2802' }, book];
  assert.deepEqual(bitvavo.requests[0]?.read(list), read(bitvavo, 'bitvavo-ticker-book'));
});

const single: [Ticker, string, bid: bigint, ask: bigint][] = [
  [bitstamp, 'bitstamp-ticker', 8_000_900_000_000n, 8_001_400_000_000n],
  [coinbase, 'coinbase-ticker', 8_001_107_000_000n, 8_001_549_000_000n],
  [binance, 'binance-book-ticker', 8_001_050_000_000n, 8_001_051_000_000n],
  [bitvavo, 'bitvavo-ticker-book', 8_000_900_000_000n, 8_001_100_000_000n],
];

for (const [ticker, name, bid, ask] of single) {
  test(`${ticker.name}: one pair in each answer`, () => {
    assert.deepEqual(read(ticker, name), [{ pair: 'BTCEUR', bid, ask }]);
    assert.equal(ticker.requests.length, pairCodes.length);
  });
}

test('an error answer of an exchange contains no price', () => {
  for (const ticker of tickers) {
    for (const request of ticker.requests)
      assert.deepEqual(request.read(fixture(`${ticker.name}-error`)), []);
  }
});

test('arbitrary input never makes a parser throw, and gives no negative, zero or absurd price', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      for (const ticker of tickers) {
        for (const request of ticker.requests) {
          for (const quote of request.read(body)) assert.ok(quote.bid > 0n && quote.ask > 0n);
        }
      }
    }),
  );
  for (const bad of [
    '0',
    '-1',
    '1e5',
    'NaN',
    '',
    ' 1',
    '1,000',
    null,
    {},
    [],
    Infinity,
    '1000000000',
    true,
  ]) {
    assert.deepEqual(readQuote('BTCEUR', bad, '1'), []);
    assert.deepEqual(readQuote('BTCEUR', '1', bad), []);
  }
});

test('excess digits are rounded against the venue', () => {
  assert.deepEqual(readQuote('XRPEUR', '0.5000000019', '0.5000000011'), [
    { pair: 'XRPEUR', bid: 50_000_000n, ask: 50_000_001n },
  ]);
});

test('pauses double with each failure up to a minute, with jitter, and follow retry-after', () => {
  assert.equal(pauseAfter(1, 3000, 1), 6000);
  assert.equal(pauseAfter(1, 3000, 0), 3000);
  assert.equal(pauseAfter(3, 3000, 1), 24_000);
  assert.equal(pauseAfter(1000, 3000, 1), 60_000);
  assert.equal(pauseAfter(1, 3000, 1, 7000), 7000);
  assert.equal(pauseAfter(1, 3000, 1, 5000), 6000);
  assert.equal(pauseAfter(1, 3000, 1, 99_999_999_000), 600_000);
});
