import { findPair, type PairCode, type Price } from '../assets/asset.rules.ts';
import type { Book } from './rate.rules.ts';

/** Carries new books from the process that asks the venues to all others. */
export const booksChannel = 'rate-books';

/** What a venue was heard to say, before anybody has dated it. */
export interface Quote {
  readonly pair: PairCode;
  readonly bid: Price;
  readonly ask: Price;
}

/** Dates what was heard. An answer equal to the one before tells only that the venue still answers. */
export function dateQuote(venue: string, quote: Quote, before: Book | undefined, nowMs: number): Book {
  const same = before !== undefined && before.bid === quote.bid && before.ask === quote.ask;
  return {
    venue,
    ...quote,
    receivedAtMs: nowMs,
    changedAtMs: same ? Math.min(before.changedAtMs, nowMs) : nowMs,
  };
}

type Encoded = [pair: string, bid: string, ask: string, receivedAtMs: number, changedAtMs: number];

/** Short enough for a signal, even with many more pairs. */
export function encodeBooks(venue: string, books: readonly Book[]): string {
  const encoded = books.map(({ pair, bid, ask, receivedAtMs, changedAtMs }): Encoded => [
    pair,
    bid.toString(),
    ask.toString(),
    receivedAtMs,
    changedAtMs,
  ]);
  return JSON.stringify([venue, encoded]);
}

export function decodeBooks(text: string): Book[] {
  const [venue, encoded] = JSON.parse(text) as [string, Encoded[]];
  return encoded.flatMap(([code, bid, ask, receivedAtMs, changedAtMs]) => {
    // A newer version may send pairs that this one does not know.
    const pair = findPair(code);
    return pair ? [{ venue, pair, bid: BigInt(bid), ask: BigInt(ask), receivedAtMs, changedAtMs }] : [];
  });
}
