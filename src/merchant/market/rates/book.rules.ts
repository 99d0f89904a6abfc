import { findPair, type PairCode, type Price } from '../../assets/asset.rules.ts';
import type { Book } from './rate.rules.ts';

/** Sends new books from the leading process to all others. */
export const booksChannel = 'rate-books';

/** A quote as received from a venue, without times. */
export interface Quote {
  readonly pair: PairCode;
  readonly bid: Price;
  readonly ask: Price;
}

/** Adds the times to a quote. A repeated quote only shows that the venue still answers. */
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

/** Encodes books compactly, so that a notification has room for many more pairs. */
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
    // A newer version may send pairs that this version does not know.
    const pair = findPair(code);
    return pair ? [{ venue, pair, bid: BigInt(bid), ask: BigInt(ask), receivedAtMs, changedAtMs }] : [];
  });
}
