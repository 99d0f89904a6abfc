import type { PairCode, Price } from '../../assets/asset.rules.ts';
import { alignDown, continueCandle, startCandle } from '../../rates/candle.rules.ts';
import type { Quote } from '../../rates/book.rules.ts';
import type { PastCandle } from './past.rules.ts';
import { rateOf, type Book, type Rate, type RateTerms } from '../../rates/rate.rules.ts';
import type { Venue } from '../../rates/venues/venue.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const mostRemembered = 16;

/** What rates were at a moment, of venues whose prices of any moment are known. */
export type PastRates = (pair: PairCode, atMs: number) => Rate;

export function createPastRates(venues: readonly Venue[], terms: RateTerms): PastRates {
  // A venue quotes all pairs at once, and whoever asks for one mostly asks for the others too.
  const asked = new Map<number, Book[]>();
  const booksAt = (atMs: number): Book[] => {
    const known = asked.get(atMs);
    if (known) return known;
    const books = venues.flatMap(({ name, quotesAt }) =>
      (quotesAt?.(atMs) ?? []).map((quote) => ({
        ...quote,
        venue: name,
        receivedAtMs: atMs,
        changedAtMs: atMs,
      })),
    );
    if (asked.size >= mostRemembered) asked.clear();
    asked.set(atMs, books);
    return books;
  };
  return (pair, atMs) => {
    const books = booksAt(atMs).filter((book) => book.pair === pair);
    const rate = rateOf(pair, books, atMs, terms);
    if (!rate) throw new Error(`there was no price of ${pair}`);
    return rate;
  };
}

/**
 * The course of every pair at one venue, from which the others differ by less than a chart shows: hours, and of the last
 * two days five minutes, as coarse as charts of weeks need it. Nothing of the present five minutes, which are being
 * gathered.
 */
export function listPastCandles(venue: Venue, fromMs: number, endMs: number): PastCandle[] {
  const fineFromMs = alignDown(endMs - 2 * dayMs, hourMs);
  const parts = [
    { stepMs: hourMs, fromMs: alignDown(fromMs, hourMs), toMs: fineFromMs },
    { stepMs: 5 * minuteMs, fromMs: fineFromMs, toMs: alignDown(endMs, 5 * minuteMs) },
  ];
  return parts.flatMap(({ stepMs, fromMs: firstMs, toMs }) => {
    const candles: PastCandle[] = [];
    for (let startsAtMs = firstMs; startsAtMs < toMs; startsAtMs += stepMs) {
      candles.push(...candlesOf(venue, startsAtMs, stepMs));
    }
    return candles;
  });
}

/** By four looks, of which the last is the first of the next: the lines of a chart meet. */
function candlesOf({ quotesAt }: Venue, startsAtMs: number, stepMs: number): PastCandle[] {
  const looks = [0, 1, 2, 3].map((part) => quotesAt?.(startsAtMs + Math.floor((stepMs * part) / 3)) ?? []);
  const [first = [], ...others] = looks;
  return first.map((quote, index) => {
    const start = startCandle(quote.pair, startsAtMs, middleOf(quote));
    const candle = others.reduce((course, quotes) => {
      const later = quotes[index];
      return later ? continueCandle(course, middleOf(later)) : course;
    }, start);
    return { ...candle, seconds: stepMs / 1000 };
  });
}

const middleOf = ({ bid, ask }: Quote): Price => (bid + ask) / 2n;
