import { pairCodes, type PairCode } from '../assets/asset.rules.ts';
import { rateOf, type Book, type Rate, staleAfterMs } from './rate.rules.ts';

/** The books of all venues in this process's memory, and the rates that follow from them. */
export class RateBoard {
  readonly #books = new Map<PairCode, Map<string, Book>>(pairCodes.map((pair) => [pair, new Map()]));
  readonly #rates = new Map<PairCode, Rate>();
  readonly #spreadBps: number;

  constructor(spreadBps: number) {
    this.#spreadBps = spreadBps;
  }

  /** Signals may arrive twice or out of order: the newer book stays. */
  put(books: readonly Book[]): void {
    for (const book of books) {
      const venues = this.#books.get(book.pair);
      const before = venues?.get(book.venue);
      // Signals are late by seconds; a longer step back is a clock that was put right.
      const aheadMs = before ? before.receivedAtMs - book.receivedAtMs : 0;
      if (aheadMs > 0 && aheadMs <= staleAfterMs) continue;
      venues?.set(book.venue, book);
      this.#rates.delete(book.pair);
    }
  }

  findBook(venue: string, pair: PairCode): Book | undefined {
    return this.#books.get(pair)?.get(venue);
  }

  /** The same object as long as nothing has changed. */
  findRate(pair: PairCode, nowMs: number): Rate | undefined {
    const known = this.#rates.get(pair);
    if (known !== undefined && nowMs <= known.validUntilMs) return known;
    const books = [...(this.#books.get(pair)?.values() ?? [])];
    const rate = rateOf(pair, books, nowMs, this.#spreadBps);
    if (rate) this.#rates.set(pair, rate);
    else this.#rates.delete(pair);
    return rate;
  }
}
