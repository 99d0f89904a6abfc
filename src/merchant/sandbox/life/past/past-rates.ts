import assert from 'node:assert/strict';
import type { PairCode } from '../../../assets/asset.rules.ts';
import { alignDown, continueCandle, startCandle } from '../../../market/rates/candle.rules.ts';
import { rateOf, type Rate, type RateTerms } from '../../../market/rates/rate.rules.ts';
import type { Venue } from '../../../market/rates/venues/venue.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Returns the rate of a pair at a time. */
export type PastRates = (pair: PairCode, atMs: number) => Rate;

/** Computes rates from one simulated venue: the other venues' prices differ by less than a chart shows. */
export const createPastRates =
  ({ name, quotesAt }: Venue, terms: RateTerms): PastRates =>
  (pair, atMs) => {
    const quotes = (quotesAt?.(atMs) ?? []).filter((quote) => quote.pair === pair);
    const books = quotes.map((quote) => ({ ...quote, venue: name, receivedAtMs: atMs, changedAtMs: atMs }));
    const rate = rateOf(pair, books, atMs, { ...terms, minVenues: 1 });
    assert(rate, 'a simulated venue knows the prices of every moment');
    return rate;
  };

/**
 * Returns candles of every pair as rows of their table: five-minute candles for the last two days, hourly ones before.
 */
export function listPastCandles({ quotesAt }: Venue, fromMs: number, endMs: number): object[] {
  const rows: object[] = [];
  const fineFromMs = alignDown(endMs - 48 * hourMs, hourMs);
  let stepMs = 0;
  for (let startMs = alignDown(fromMs, hourMs); startMs + stepMs <= endMs; startMs += stepMs) {
    stepMs = startMs < fineFromMs ? hourMs : 5 * minuteMs;
    // The last price of a candle is the first one of the next, so that the lines of a chart meet.
    const [first = [], ...later] = [0, 1, 2, 3].map(
      (part) => quotesAt?.(startMs + (stepMs * part) / 3) ?? [],
    );
    for (const [index, { pair, bid, ask }] of first.entries()) {
      const start = startCandle(pair, startMs, (bid + ask) / 2n);
      const { open, high, low, close } = later.reduce((candle, quotes) => {
        const quote = quotes[index];
        return quote ? continueCandle(candle, (quote.bid + quote.ask) / 2n) : candle;
      }, start);
      rows.push({ pair, starts_at: new Date(startMs), seconds: stepMs / 1000, open, high, low, close });
    }
  }
  return rows;
}
