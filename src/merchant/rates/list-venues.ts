import type { MerchantContext } from '../merchant.context.ts';
import { isSound, listUsed, staleAfterMs, type Book } from './rate.rules.ts';
import { listBooks } from './rate.store.ts';

/** What becomes of what a market says: `idle` is one that repeats itself, or strays from the others. */
export type BookUse = 'counts' | 'stale' | 'crossed' | 'idle';

export interface VenueBook extends Book {
  readonly use: BookUse;
}

export interface VenueReport {
  readonly venue: string;
  /** In the settings; one that was taken out may have old books still. */
  readonly isAsked: boolean;
  /** None where it was never heard. */
  readonly books: readonly VenueBook[];
}

/** Every market that is asked or was heard within a day, with what it said last, as the rates take it now. */
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
  // The sandbox's market is played by several.
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
