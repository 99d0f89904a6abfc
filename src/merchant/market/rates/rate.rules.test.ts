import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairCodes, type PairCode } from '../../assets/asset.rules.ts';
import { rateOf as priceBooks, shownDecimalsOf, staleAfterMs, type Book, type Rate } from './rate.rules.ts';

const nowMs = 1_700_000_000_000;
const pair: PairCode = 'BTCEUR';
const euros = (amount: number): bigint => BigInt(Math.round(amount * 1e8));
const price = (amount: number): bigint => euros(amount);

/** Computes a rate, also from a single venue, and with a tolerance for the price differences in these tests. */
const rateOf = (of: PairCode, books: readonly Book[], atMs: number, spreadBps: number) =>
  priceBooks(of, books, atMs, { spreadBps, agreementBps: 400, minVenues: 1 });
/** The terms of production. */
const productionTerms = { spreadBps: 0, agreementBps: 50, minVenues: 2 };

let venues = 0;
const book = (bid: number, ask: number, changes: Partial<Book> = {}): Book => ({
  venue: `venue-${++venues}`,
  pair,
  bid: price(bid),
  ask: price(ask),
  receivedAtMs: nowMs - 1000,
  changedAtMs: nowMs - 1000,
  ...changes,
});

const prices = (rate: Rate | undefined) =>
  rate && [rate.buy, rate.sell, rate.bestForWithdraw, rate.bestForDeposit];

test('current is the median with spread, best is the best book with spread', () => {
  const books = [book(99, 101), book(99.5, 100.5), book(98.5, 101.5)];
  const rate = rateOf(pair, books, nowMs, 100);
  assert.deepEqual(prices(rate), [price(102.01), price(98.01), price(101.51), price(98.5)]);
  assert.equal(rate?.mid, price(100));
  assert.equal(rate?.books, 3);
});

test('the median of an even number of books is the mean of the two middle ones', () => {
  const books = [book(99, 101), book(98, 102)];
  assert.deepEqual(prices(rateOf(pair, books, nowMs, 0)), [price(101.5), price(98.5), price(101), price(99)]);
});

test('if venues cross, both best prices start from the midpoint, and current is adjusted', () => {
  const books = [book(100, 100.2), book(100, 100.2), book(101, 101.2)];
  const rate = rateOf(pair, books, nowMs, 0);
  // The highest bid of 101 is above the lowest ask of 100.2: both become 100.6. The median ask would have been 100.2.
  assert.deepEqual(prices(rate), [price(100.6), price(100), price(100.6), price(100.6)]);
});

test("prices are rounded in the provider's favour to shown steps", () => {
  const books = [book(100.001, 100.011)];
  assert.deepEqual(prices(rateOf(pair, books, nowMs, 0)), [
    price(100.02),
    price(100),
    price(100.02),
    price(100),
  ]);
});

test('a book of exactly thirty seconds is used, and one at exactly two percent from the median', () => {
  const old = { receivedAtMs: nowMs - staleAfterMs, changedAtMs: nowMs - staleAfterMs };
  assert.equal(rateOf(pair, [book(99, 101, old)], nowMs, 0)?.books, 1);
  const books = [book(100, 100), book(100, 100), book(102, 102)];
  assert.equal(rateOf(pair, books, nowMs, 0)?.books, 3);
  assert.equal(rateOf(pair, [...books.slice(0, 2), book(102.001, 102.001)], nowMs, 0)?.books, 2);
});

test('in a quiet market no venue counts as frozen, and a lone venue never does', () => {
  const still = { changedAtMs: nowMs - 600_000 };
  assert.equal(rateOf(pair, [book(99, 101, still), book(99, 101, still)], nowMs, 0)?.books, 2);
  assert.equal(rateOf(pair, [book(99, 101, still)], nowMs, 0)?.books, 1);
  assert.equal(rateOf(pair, [book(99, 101, still), book(99, 101)], nowMs, 0)?.books, 1);
});

test('if two venues disagree strongly there is no rate, because the wrong one is unknown', () => {
  assert.equal(rateOf(pair, [book(99, 101), book(108, 110)], nowMs, 0), undefined);
});

test('without fresh, sound books there is no rate', () => {
  assert.equal(rateOf(pair, [], nowMs, 0), undefined);
  const bad = [book(102, 101), book(99, 101, { receivedAtMs: nowMs - staleAfterMs - 1 })];
  assert.equal(rateOf(pair, bad, nowMs, 0), undefined);
});

const anyPair = fc.constantFrom(...pairCodes);
const anyBook = fc.record({
  venue: fc.uuid(),
  pair: fc.constant(pair),
  bid: fc.bigInt({ min: -10n, max: 10n ** 15n }),
  ask: fc.bigInt({ min: -10n, max: 10n ** 15n }),
  receivedAtMs: fc.integer({ min: nowMs - 60_000, max: nowMs + 5000 }),
  changedAtMs: fc.integer({ min: nowMs - 600_000, max: nowMs }),
});

/** Books of correct venues: fresh, moving, and within half a percent of each other. They may cross. */
const honestBooks = (least: number, center = price(80_000)) =>
  fc.array(
    fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 20 })).map(([offset, width]) => {
      const middle = center + (center * BigInt(offset)) / 10_000n;
      const half = (center * BigInt(width)) / 10_000n;
      return { ...book(1, 1), bid: middle - half, ask: middle + half };
    }),
    { minLength: least, maxLength: 7 },
  );
const anySpread = fc.integer({ min: 0, max: 2000 });

test('with any books, buying never costs less than selling brings, and best is never worse than current', () => {
  fc.assert(
    fc.property(
      fc.array(anyBook, { maxLength: 8 }),
      honestBooks(0),
      anyPair,
      anySpread,
      (wild, honest, of, spread) => {
        const rate = rateOf(of, [...wild, ...honest], nowMs, spread);
        if (!rate) return;
        assert.ok(rate.bestForDeposit <= rate.bestForWithdraw, 'no round trip gains');
        assert.ok(rate.sell <= rate.buy);
        assert.ok(rate.bestForWithdraw <= rate.buy);
        assert.ok(rate.bestForDeposit >= rate.sell);
        const step = 10n ** BigInt(8 - shownDecimalsOf(of));
        for (const shown of prices(rate) ?? []) assert.equal(shown % step, 0n);
      },
    ),
    { numRuns: 2000 },
  );
});

test('rounding gives the provider less than one shown step', () => {
  fc.assert(
    fc.property(honestBooks(1), anySpread, (books, spread) => {
      const rate = rateOf(pair, books, nowMs, spread);
      assert.ok(rate);
      const step = 10n ** BigInt(8 - shownDecimalsOf(pair));
      const asks = books.map((one) => one.ask).toSorted((one, other) => Number(one - other));
      const bids = books.map((one) => one.bid).toSorted((one, other) => Number(one - other));
      const [ask = 0n, bid = 0n] = [asks[0], bids.at(-1)];
      if (bid > ask) return;
      const over = rate.bestForWithdraw * 10_000n - ask * BigInt(10_000 + spread);
      const under = bid * BigInt(10_000 - spread) - rate.bestForDeposit * 10_000n;
      for (const given of [over, under]) assert.ok(given >= 0n && given < step * 10_000n);
    }),
  );
});

/** No book, or a crossed, stale, outlying or frozen one. */
const faultyBook = fc.oneof(
  fc.constant<Book[]>([]),
  fc.integer({ min: 1, max: 500 }).map((gap) => [book(80_000 + gap, 80_000)]),
  fc
    .integer({ min: 1, max: 10 ** 7 })
    .map((late) => [book(79_990, 80_010, { receivedAtMs: nowMs - staleAfterMs - late })]),
  fc.double({ min: 1.03, max: 1000, noNaN: true }).map((factor) => [book(80_000 * factor, 80_000 * factor)]),
  fc
    .double({ min: 0.000_1, max: 0.97, noNaN: true })
    .map((factor) => [book(80_000 * factor, 80_000 * factor)]),
  fc
    .integer({ min: 1, max: 10 ** 7 })
    .map((long) => [book(80_000, 80_001, { changedAtMs: nowMs - staleAfterMs - long })]),
);

test('one silent, slow or wrong venue does not change the rates', () => {
  fc.assert(
    fc.property(honestBooks(2), faultyBook, anySpread, fc.nat(), (honest, faulty, spread, at) => {
      const all = honest.toSpliced(at % (honest.length + 1), 0, ...faulty);
      assert.deepEqual(prices(rateOf(pair, all, nowMs, spread)), prices(rateOf(pair, honest, nowMs, spread)));
    }),
    { numRuns: 2000 },
  );
});

test('a rate is valid until the time that it states, and does not depend on the order of books', () => {
  fc.assert(
    fc.property(fc.array(anyBook, { maxLength: 4 }), honestBooks(1), (wild, honest) => {
      const books = [...wild, ...honest];
      const rate = rateOf(pair, books, nowMs, 50);
      assert.deepEqual(rateOf(pair, books.toReversed(), nowMs, 50), rate);
      if (rate) assert.deepEqual(prices(rateOf(pair, books, rate.validUntilMs, 50)), prices(rate));
    }),
  );
});

test('prices are shown in steps of at most a tenth of a basis point', () => {
  const steps = Object.fromEntries(pairCodes.map((code) => [code, shownDecimalsOf(code)]));
  assert.deepEqual(steps, { BTCEUR: 2, BCHEUR: 3, LTCEUR: 3, ETHEUR: 2, XRPEUR: 6 });
});

test('a book is used for half a minute, and a rate is valid until its first book expires', () => {
  const received = (ago: number, changedAgo = ago) =>
    book(99, 101, { receivedAtMs: nowMs - ago, changedAtMs: nowMs - changedAgo });
  assert.equal(rateOf(pair, [received(30_000)], nowMs, 0)?.books, 1);
  assert.equal(rateOf(pair, [received(30_001)], nowMs, 0), undefined);
  assert.equal(rateOf(pair, [received(30_000)], nowMs, 0)?.validUntilMs, nowMs);
  assert.equal(rateOf(pair, [received(1000, 5000)], nowMs, 0)?.validUntilMs, nowMs + 25_000);
  assert.equal(rateOf(pair, [received(1000, 60_000)], nowMs, 0)?.validUntilMs, nowMs + 29_000);
});

test('a venue without changes is ignored only if more than half of the others change', () => {
  const still = () => book(99, 101, { changedAtMs: nowMs - 31_000 });
  const moving = () => book(99, 101);
  assert.equal(rateOf(pair, [still(), moving(), still()], nowMs, 0)?.books, 3);
  assert.equal(rateOf(pair, [still(), moving(), moving()], nowMs, 0)?.books, 2);
});

test('a locked book is used, and one without a bid is not, even at tiny prices', () => {
  const tiny = (bid: bigint, ask: bigint) => ({ ...book(1, 1), bid, ask });
  assert.equal(rateOf(pair, [tiny(1n, 1n)], nowMs, 0)?.books, 1);
  assert.equal(rateOf(pair, [tiny(0n, 1n)], nowMs, 0), undefined);
});

test('a venue 1.9 % away from the others sets no price, on either side and at every position in the list', () => {
  const honest = [book(99.95, 100.05), book(99.96, 100.06)];
  const expected = prices(priceBooks(pair, honest, nowMs, productionTerms));
  assert.deepEqual(expected, [price(100.06), price(99.95), price(100.05), price(99.96)]);
  for (const factor of [0.981, 1.019]) {
    for (let at = 0; at <= honest.length; at++) {
      const all = honest.toSpliced(at, 0, book(99.95 * factor, 100.05 * factor));
      assert.deepEqual(prices(priceBooks(pair, all, nowMs, productionTerms)), expected);
    }
  }
});

test('the best price is that of the best venue that another one agrees with to 50 basis points', () => {
  const asks = (...all: number[]) =>
    priceBooks(
      pair,
      all.map((ask) => book(99, ask)),
      nowMs,
      productionTerms,
    )?.bestForWithdraw;
  assert.equal(asks(100, 100.5), price(100));
  assert.equal(asks(100, 100.51), undefined);
  assert.equal(asks(100, 100.6, 101), price(100.6));
  assert.equal(asks(101, 100, 100.4), price(100));
});

test('venues that agree on one side only give no rate', () => {
  assert.equal(priceBooks(pair, [book(98, 100), book(99, 100)], nowMs, productionTerms), undefined);
  assert.equal(priceBooks(pair, [book(98, 100), book(98, 101)], nowMs, productionTerms), undefined);
});

test('fewer usable venues than required give no rate', () => {
  const two = [book(99.99, 100), book(99.99, 100)];
  const usable = (count: number, minVenues: number) =>
    priceBooks(pair, two.slice(0, count), nowMs, { ...productionTerms, minVenues })?.books;
  assert.deepEqual([usable(1, 1), usable(1, 2), usable(2, 2), usable(2, 3)], [1, undefined, 2, undefined]);
  const stale = book(99.99, 100, { receivedAtMs: nowMs - staleAfterMs - 1 });
  assert.equal(priceBooks(pair, [two[0] ?? stale, stale], nowMs, productionTerms), undefined);
});
