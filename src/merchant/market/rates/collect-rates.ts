import { startLoop } from '../../../platform/loop.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Candidacy } from '../../../platform/postgres/leader-election.ts';
import { pairCodes, type PairCode } from '../../assets/asset.rules.ts';
import { booksChannel, dateQuote, encodeBooks, type Quote } from './book.rules.ts';
import { alignDown, continueCandle, minuteMs, startCandle, type Candle } from './candle.rules.ts';
import type { RateBoard } from './rate-board.ts';
import type { Book } from './rate.rules.ts';
import { listBooks, saveBooks, saveCandles } from './rate.store.ts';
import type { Venue } from './venues/venue.ts';

/** Interval of storing and publishing the venues' prices. */
const turnMs = 1000;

export type RatesContext = Pick<Platform, 'sql' | 'clock' | 'signals' | 'leaderElection' | 'log' | 'metrics'>;

interface CollectContext extends RatesContext {
  readonly board: RateBoard;
}

/**
 * Elects one process to poll the venues. If it stops or loses its connection, another takes over within seconds, with
 * the books from the database.
 */
export function collectRates(context: CollectContext, venues: readonly Venue[]): Candidacy {
  return context.leaderElection.campaign('rates', (signal) => collect(context, venues, signal));
}

async function collect(
  context: CollectContext,
  venues: readonly Venue[],
  stopping: AbortSignal,
): Promise<void> {
  const { board, clock, log, sql } = context;
  // Read from the database because notifications may be lost: the new leader must know how long each venue has repeated
  // its prices.
  board.put(await listBooks(sql, new Date(0)));
  log.info({ venues: venues.map((venue) => venue.name) }, 'polling the markets');
  const heard = new Map<string, Book>();
  const hear = (venue: string, quotes: readonly Quote[]): void => {
    const books = quotes.map((quote) =>
      dateQuote(venue, quote, board.findBook(venue, quote.pair), clock.nowMs()),
    );
    board.put(books);
    for (const book of books) heard.set(`${venue} ${book.pair}`, book);
  };
  const stops = venues.map((venue) => venue.listen((quotes) => hear(venue.name, quotes)));
  const history = new MinuteHistory(board);
  try {
    const turn = async (): Promise<number> => {
      const books = [...heard.values()];
      heard.clear();
      if (books.length > 0) await saveBooks(sql, books);
      publish(context, books);
      const complete = history.turn(clock.nowMs());
      if (complete.length > 0) await saveCandles(sql, complete);
      return turnMs;
    };
    await startLoop(stopping, turn).ended;
    await saveCandles(sql, history.end());
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}

function publish(context: CollectContext, books: readonly Book[]): void {
  for (const [venue, own] of Map.groupBy(books, (book) => book.venue)) {
    context.signals.publish(booksChannel, encodeBooks(venue, own));
  }
}

/** Collects each minute in memory, so that it is written once. */
class MinuteHistory {
  readonly #board: RateBoard;
  #minute = new Map<PairCode, Candle>();

  constructor(board: RateBoard) {
    this.#board = board;
  }

  /** Adds the present prices to their minutes, and returns the completed minutes. */
  turn(nowMs: number): Candle[] {
    const startsAtMs = alignDown(nowMs, minuteMs);
    const complete: Candle[] = [];
    for (const pair of pairCodes) {
      const candle = this.#minute.get(pair);
      if (candle && candle.startsAtMs !== startsAtMs) {
        complete.push(candle);
        this.#minute.delete(pair);
      }
      const price = this.#board.findRate(pair, nowMs)?.mid;
      if (price === undefined) continue;
      const current = this.#minute.get(pair);
      this.#minute.set(pair, current ? continueCandle(current, price) : startCandle(pair, startsAtMs, price));
    }
    return complete;
  }

  end(): Candle[] {
    const candles = [...this.#minute.values()];
    this.#minute.clear();
    return candles;
  }
}
