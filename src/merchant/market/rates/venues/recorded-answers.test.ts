import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { PairCode } from '../../../assets/asset.rules.ts';
import { dateQuote } from '../book.rules.ts';
import { rateOf } from '../rate.rules.ts';
import { listTickers } from './open-venues.ts';

interface Recorded {
  readonly venue: string;
  readonly market: string;
  readonly recorded: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly quotes: readonly [PairCode, bid: string, ask: string][];
}

const readFixture = (name: string): unknown =>
  JSON.parse(
    readFileSync(new URL(`../../../../../test/fixtures/venues/${name}.json`, import.meta.url), 'utf8'),
  );
const recordings = readFixture('recorded') as Recorded[];
/** Venues without a recorded answer: only the documented form is available. */
const documented: readonly [venue: string, body: unknown][] = [
  ['kraken', readFixture('kraken-ticker')],
  ['bitfinex', readFixture('bitfinex-tickers')],
];

const readerOf = (venue: string) => {
  const request = listTickers([venue])[0]?.requests[0];
  assert.ok(request);
  return request.read;
};
const rename = ({ body, names = {} }: Recorded): unknown =>
  Object.entries(names).reduce(
    (value, [from, to]) => JSON.parse(JSON.stringify(value).replaceAll(`"${from}"`, `"${to}"`)),
    body,
  );

describe('recorded answers of exchanges', () => {
  for (const recording of recordings) {
    const { venue, market, recorded, names, body, quotes } = recording;
    test(`${venue}, ${market}, ${recorded}`, () => {
      const expected = quotes.map(([pair, bid, ask]) => ({ pair, bid: BigInt(bid), ask: BigInt(ask) }));
      assert.deepEqual(readerOf(venue)(rename(recording)), expected);
      // An answer that names another market is never read as ours.
      if (names) assert.deepEqual(readerOf(venue)(body), []);
    });
  }
  test('each exchange has a recorded answer or a documented one', () => {
    const venues = [...recordings.map(({ venue }) => venue), ...documented.map(([venue]) => venue)];
    assert.deepEqual(venues.toSorted(), ['binance', 'bitfinex', 'bitstamp', 'bitvavo', 'coinbase', 'kraken']);
  });
});

/** Yields copies of the answer with each value replaced, one after the other. */
function* spoil(value: unknown, by: unknown): Generator {
  yield by;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const spoiled of spoil(inner, by)) {
      yield Array.isArray(value) ? value.with(Number(key), spoiled) : { ...value, [key]: spoiled };
    }
  }
}

const lies = [
  null,
  '',
  '0',
  '-1',
  -1,
  0,
  1e300,
  '1e9',
  'NaN',
  [],
  {},
  true,
  '999999999999',
  1e-9,
  '0.000000001',
];

test('a wrong value anywhere in an answer never makes a parser throw, and never changes the rate of correct venues', () => {
  const nowMs = 1_000_000;
  const terms = { spreadBps: 50, agreementBps: 50, minVenues: 1 };
  const honest = (bid: bigint, ask: bigint) =>
    ['one', 'two', 'three'].map((venue) => dateQuote(venue, { pair: 'BTCEUR', bid, ask }, undefined, nowMs));
  const answers = [...recordings.map((one) => [one.venue, rename(one)] as const), ...documented];
  for (const [venue, answer] of answers) {
    const first = readerOf(venue)(answer)[0];
    assert.ok(first?.pair === 'BTCEUR');
    const others = honest(first.bid, first.ask);
    const before = rateOf('BTCEUR', others, nowMs, terms);
    assert.ok(before);
    for (const lie of lies) {
      for (const body of spoil(answer, lie)) {
        const quotes = readerOf(venue)(body).filter(({ pair }) => pair === 'BTCEUR');
        const books = quotes.map((quote) => dateQuote('liar', quote, undefined, nowMs));
        const rate = rateOf('BTCEUR', [...others, ...books], nowMs, terms);
        assert.deepEqual(
          [rate?.buy, rate?.sell, rate?.bestForWithdraw, rate?.bestForDeposit],
          [before.buy, before.sell, before.bestForWithdraw, before.bestForDeposit],
        );
      }
    }
  }
});
