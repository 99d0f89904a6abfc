import { pairCodes, type PairCode, type Price } from '../../assets/asset.rules.ts';
import {
  hasJumped,
  listUsed,
  rateOf,
  type Book,
  type Rate,
  type RateTerms,
  staleAfterMs,
} from './rate.rules.ts';

/** How long a price is compared with the next one. */
const jumpMemoryMs = 60_000;

export interface BoardTerms extends RateTerms {
  /** A price that moved by more than this within a minute needs two venues that agree. */
  readonly jumpBps: number;
}

interface LastPrice {
  readonly mid: Price;
  readonly atMs: number;
}

/** Holds the books of all venues in memory, and the rates computed from them. */
export class RateBoard {
  readonly #books = new Map<PairCode, Map<string, Book>>(pairCodes.map((pair) => [pair, new Map()]));
  readonly #rates = new Map<PairCode, Rate>();
  readonly #last = new Map<PairCode, LastPrice>();
  /** Pairs with a jump at their only venue. They have no price until another venue agrees or the price returns. */
  readonly #jumped = new Set<PairCode>();
  readonly #terms: BoardTerms;

  constructor(terms: BoardTerms) {
    this.#terms = terms;
  }

  /** Notifications may arrive twice or out of order: the newer book is kept. */
  put(books: readonly Book[]): void {
    for (const book of books) {
      const venues = this.#books.get(book.pair);
      const before = venues?.get(book.venue);
      // Notifications are late by seconds; a larger step back means that the clock was corrected.
      const aheadMs = before ? before.receivedAtMs - book.receivedAtMs : 0;
      if (aheadMs > 0 && aheadMs <= staleAfterMs) continue;
      this.#endRate(book.pair, book.receivedAtMs);
      venues?.set(book.venue, book);
    }
    // The rate is computed now, because the next one is compared with it even if no request reads it.
    for (const { pair, receivedAtMs } of books) this.findRate(pair, receivedAtMs);
  }

  findBook(venue: string, pair: PairCode): Book | undefined {
    return this.#books.get(pair)?.get(venue);
  }

  /** Returns the same object as long as nothing has changed. */
  findRate(pair: PairCode, nowMs: number): Rate | undefined {
    const known = this.#rates.get(pair);
    if (known !== undefined && nowMs <= known.validUntilMs) return known;
    this.#endRate(pair, nowMs);
    const rate = this.#refuseJump(rateOf(pair, this.#listBooks(pair), nowMs, this.#terms), nowMs);
    if (rate) this.#rates.set(pair, rate);
    return rate;
  }

  /** Returns true if there are prices, so that a missing rate means that they are insufficient. */
  hasPrices(pair: PairCode, nowMs: number): boolean {
    return listUsed(this.#listBooks(pair), nowMs).length > 0;
  }

  /** Sets the price that was in force before this process had any. */
  remember(pair: PairCode, mid: Price, atMs: number): void {
    if (!this.#last.has(pair)) this.#last.set(pair, { mid, atMs });
  }

  #endRate(pair: PairCode, nowMs: number): void {
    const ended = this.#rates.get(pair);
    if (!ended) return;
    this.#rates.delete(pair);
    this.#last.set(pair, { mid: ended.mid, atMs: Math.min(nowMs, ended.validUntilMs) });
  }

  #listBooks(pair: PairCode): Book[] {
    return [...(this.#books.get(pair)?.values() ?? [])];
  }

  /** With several usable books, a rate needs two that agree. So only the price of a lone book can be refused. */
  #refuseJump(rate: Rate | undefined, nowMs: number): Rate | undefined {
    if (!rate) return undefined;
    const last = this.#last.get(rate.pair);
    const isCompared =
      last !== undefined && (this.#jumped.has(rate.pair) || Math.abs(nowMs - last.atMs) <= jumpMemoryMs);
    if (rate.books === 1 && isCompared && hasJumped(last.mid, rate.mid, this.#terms.jumpBps)) {
      this.#jumped.add(rate.pair);
      return undefined;
    }
    this.#jumped.delete(rate.pair);
    return rate;
  }
}
