import { pairCodes, type PairCode, type Price } from '../../assets/asset.rules.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { booksChannel, dateQuote, decodeBooks } from './book.rules.ts';
import { minuteMs } from './candle.rules.ts';
import { collectRates, type RatesContext } from './collect-rates.ts';
import { RateBoard, type BoardTerms } from './rate-board.ts';
import { staleAfterMs, type Rate } from './rate.rules.ts';
import { listBooks, listCandles } from './rate.store.ts';
import type { Venue } from './venues/venue.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

const retryAfterSeconds = 2;

interface RatesOptions extends BoardTerms {
  readonly venues: readonly Venue[];
}

/**
 * Prices from this process's memory, without waiting. Without enough fresh, agreeing books, each method throws
 * `rate_unavailable`; it never returns an old price.
 */
export interface Rates {
  bestForWithdraw(pair: PairCode): Price;
  bestForDeposit(pair: PairCode): Price;
  /** All rates of one moment. Returns the same object until a price may have changed. */
  get(pair: PairCode): Rate;
  /** Joins the election of the polling process. Until then, prices come from other processes. */
  start(): void;
  close(): Promise<void>;
}

export async function openRates(context: RatesContext, options: RatesOptions): Promise<Rates> {
  const { clock } = context;
  const board = new RateBoard(options);

  const load = async (): Promise<void> =>
    board.put(await listBooks(context.sql, new Date(clock.nowMs() - staleAfterMs)));
  await load();
  await recallPrices(context, board);
  const end = context.signals.subscribe(booksChannel, (text) => {
    if (text !== undefined) return board.put(decodeBooks(text));
    load().catch((error: unknown) => context.log.warn({ err: error }, 'the books could not be read'));
  });

  /** Simulated venues can compute their prices for any time, so a clock change leaves no gap. */
  const quoteAtOnce = (pair: PairCode, nowMs: number): Rate | undefined => {
    for (const venue of options.venues) {
      const quote = venue.quotesAt?.(nowMs).find((candidate) => candidate.pair === pair);
      if (quote) board.put([dateQuote(venue.name, quote, board.findBook(venue.name, pair), nowMs)]);
    }
    return board.findRate(pair, nowMs);
  };
  const find = (pair: PairCode): Rate | undefined => {
    const nowMs = clock.nowMs();
    return board.findRate(pair, nowMs) ?? quoteAtOnce(pair, nowMs);
  };
  const get = (pair: PairCode): Rate => {
    const rate = find(pair);
    if (rate) return rate;
    throw problem('rate_unavailable', {
      say: board.hasPrices(pair, clock.nowMs()) ? merchantWords.marketsDisagree : merchantWords.noFreshPrice,
      values: { pair },
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  };

  context.metrics.gauge(
    'rate_books_used',
    'Books that the rate of a pair rests on; 0 where there is no rate',
    (gauge) => pairCodes.forEach((pair) => gauge.set({ pair }, find(pair)?.books ?? 0)),
    ['pair'],
  );

  let candidacy: ReturnType<typeof collectRates> | undefined;
  return {
    bestForWithdraw: (pair) => get(pair).bestForWithdraw,
    bestForDeposit: (pair) => get(pair).bestForDeposit,
    get,
    start() {
      candidacy ??= collectRates({ ...context, board }, options.venues);
    },
    async close() {
      end();
      await candidacy?.resign();
    },
  };
}

/** Reads the prices of the minute before the start, so that a jump is noticed across a restart. */
async function recallPrices({ sql, clock }: RatesContext, board: RateBoard): Promise<void> {
  const nowMs = clock.nowMs();
  const range = { from: new Date(nowMs - 2 * minuteMs), to: new Date(nowMs), stepSeconds: 60 };
  for (const pair of pairCodes) {
    const last = (await listCandles(sql, pair, range)).at(-1);
    if (last) board.remember(pair, last.close, Math.min(nowMs, last.startsAtMs + minuteMs));
  }
}
