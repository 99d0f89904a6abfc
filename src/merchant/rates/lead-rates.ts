import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform/platform.ts';
import type { ReservedSql } from '../../platform/postgres/database.ts';
import { pairCodes, type PairCode } from '../assets/asset.rules.ts';
import { booksChannel, dateQuote, encodeBooks, type Quote } from './book.rules.ts';
import { alignDown, continueCandle, minuteMs, startCandle, type Candle } from './candle.rules.ts';
import type { RateBoard } from './rate-board.ts';
import type { Book } from './rate.rules.ts';
import { giveUpLead, listBooks, saveBooks, saveCandles, takeLead } from './rate.store.ts';
import type { Venue } from './venues/venue.ts';

/** How often what was heard goes out, and how often the others try to take over. */
const turnMs = 1000;

export type RatesContext = Pick<Platform, 'sql' | 'clock' | 'signals' | 'log' | 'metrics'>;

interface LeadContext extends RatesContext {
  readonly board: RateBoard;
}

/**
 * One process of all asks the venues: it holds a lock that goes with its connection. When it stops or is cut off,
 * another takes over within seconds, with the books that it left in the database.
 */
export function leadRates(context: LeadContext, venues: readonly Venue[]): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run(context, venues, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(context: LeadContext, venues: readonly Venue[], stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      const connection = await context.sql.reserve();
      let clean = false;
      try {
        if (await takeLead(connection)) await leadAndLeave(context, connection, venues, stopping);
        clean = true;
      } finally {
        // A connection that may still hold the lead must not go back to the pool.
        connection.release(!clean);
      }
    } catch (error) {
      context.log.warn({ err: error }, 'the lead in asking the markets was lost; trying again');
    }
    await pause(stopping);
  }
}

async function leadAndLeave(...inputs: Parameters<typeof lead>): Promise<void> {
  const [, connection] = inputs;
  try {
    await lead(...inputs);
  } finally {
    // Before the connection goes back among the others, where it would keep the lock.
    await giveUpLead(connection);
  }
}

const pause = (stopping: AbortSignal): Promise<void> =>
  sleep(turnMs, undefined, { signal: stopping, ref: false }).catch(() => {});

async function lead(
  context: LeadContext,
  connection: ReservedSql,
  venues: readonly Venue[],
  stopping: AbortSignal,
): Promise<void> {
  const { board, clock, log } = context;
  // Whatever a lost signal has kept from us: a frozen venue must not look new because its judge is.
  board.put(await listBooks(context.sql, new Date(0)));
  log.info({ venues: venues.map((venue) => venue.name) }, 'asking the markets');
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
    while (!stopping.aborted) {
      const books = [...heard.values()];
      heard.clear();
      await saveBooks(connection, books);
      publish(context, books);
      const complete = history.turn(clock.nowMs());
      if (complete.length > 0) await saveCandles(connection, complete);
      await pause(stopping);
    }
    await saveCandles(connection, history.end());
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}

function publish(context: LeadContext, books: readonly Book[]): void {
  for (const [venue, own] of Map.groupBy(books, (book) => book.venue)) {
    context.signals.publish(booksChannel, encodeBooks(venue, own));
  }
}

/** Gathers each minute in memory, so that it is written once. */
class MinuteHistory {
  readonly #board: RateBoard;
  #minute = new Map<PairCode, Candle>();

  constructor(board: RateBoard) {
    this.#board = board;
  }

  /** Takes note of the present prices; gives what is complete. */
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
