import type { MerchantContext } from '../../merchant.context.ts';
import { isSound, listUsed, staleAfterMs, type Book } from './rate.rules.ts';
import { listBooks } from './rate.store.ts';

/** How rates use a book: `idle` is one that is frozen or far from the others. */
export type BookUse = 'counts' | 'stale' | 'crossed' | 'idle';

export interface VenueBook extends Book {
  readonly use: BookUse;
}

export interface VenueReport {
  readonly venue: string;
  /** True if the venue is in the settings. A removed venue may still have old books. */
  readonly isAsked: boolean;
  /** Empty for a venue without answers. */
  readonly books: readonly VenueBook[];
}

/** Lists every venue that is polled or was heard within a day, with its last books and their use in the rates. */
export async function listVenues(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'settings'>,
): Promise<VenueReport[]> {
  const nowMs = context.clock.nowMs();
  const books = await listBooks(context.sql, new Date(nowMs - dayMs));
  const used = new Set(
    [...Map.groupBy(books, ({ pair }) => pair).values()].flatMap((of) => listUsed(of, nowMs)),
  );
  const asked: readonly string[] = context.settings.RATE_VENUES;
  const heard = new Set(books.map(({ venue }) => venue));
  // The simulated market consists of several venues.
  const isAsked = (venue: string): boolean => asked.includes(venue.replace(/^(simulated)-\d+$/, '$1'));
  const silent = asked.filter((name) => name !== 'simulated' && !heard.has(name));
  const names = [...[...heard].toSorted(), ...silent];
  return names.map((venue) => ({
    venue,
    isAsked: isAsked(venue),
    books: books
      .filter((book) => book.venue === venue)
      .map((book) => ({ ...book, use: useOf(book, used, nowMs) }))
      .toSorted((one, other) => (one.pair < other.pair ? -1 : 1)),
  }));
}

const dayMs = 86_400_000;

function useOf(book: Book, used: ReadonlySet<Book>, nowMs: number): BookUse {
  if (used.has(book)) return 'counts';
  if (!isSound(book)) return 'crossed';
  return Math.abs(nowMs - book.receivedAtMs) > staleAfterMs ? 'stale' : 'idle';
}
