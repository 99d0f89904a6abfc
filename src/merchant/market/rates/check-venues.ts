import type { Clock } from '../../../platform/clock.ts';
import { pairCodes, type PairCode } from '../../assets/asset.rules.ts';
import { dateQuote } from './book.rules.ts';
import { isSound, listUsed, rateOf, type Book, type Rate, type RateTerms } from './rate.rules.ts';
import { listTickers } from './venues/open-venues.ts';
import { askVenueOnce, type PollOverrides } from './venues/poll-venue.ts';

export interface CheckedBook extends Book {
  readonly verdict: 'counts' | 'crossed' | 'outlying';
}

export interface CheckedVenues {
  readonly venues: readonly string[];
  readonly faults: readonly { readonly venue: string; readonly path: string; readonly fault: string }[];
  readonly books: readonly CheckedBook[];
  readonly rates: ReadonlyMap<PairCode, Rate | undefined>;
}

/** Asks the exchanges once and evaluates the answers like the rates do. Stores and publishes nothing. */
export async function checkVenues(
  { clock }: { readonly clock: Pick<Clock, 'nowMs'> },
  options: {
    readonly names: readonly string[];
    readonly terms: RateTerms;
    readonly overrides: Readonly<Record<string, PollOverrides>>;
  },
): Promise<CheckedVenues> {
  const tickers = listTickers(options.names);
  const heard = await Promise.all(
    tickers.map(async (ticker) => ({
      venue: ticker.name,
      answers: await askVenueOnce(ticker, options.overrides[ticker.name]),
    })),
  );
  const nowMs = clock.nowMs();
  const faults: { venue: string; path: string; fault: string }[] = [];
  const books: Book[] = [];
  for (const { venue, answers } of heard) {
    for (const answer of answers) {
      if ('fault' in answer) faults.push({ venue, path: answer.path, fault: answer.fault });
      else books.push(...answer.quotes.map((quote) => dateQuote(venue, quote, undefined, nowMs)));
    }
  }
  const ofPair = (pair: PairCode): Book[] => books.filter((book) => book.pair === pair);
  return {
    venues: tickers.map(({ name }) => name),
    faults,
    books: books.map((book) => ({ ...book, verdict: judge(book, listUsed(ofPair(book.pair), nowMs)) })),
    rates:
      tickers.length === 0
        ? new Map()
        : new Map(pairCodes.map((pair) => [pair, rateOf(pair, ofPair(pair), nowMs, options.terms)])),
  };
}

function judge(book: Book, used: readonly Book[]): CheckedBook['verdict'] {
  if (!isSound(book)) return 'crossed';
  return used.includes(book) ? 'counts' : 'outlying';
}
