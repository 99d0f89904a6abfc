import type { PairCode } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { isSound, listUsed, staleAfterMs, type Book } from './rate.rules.ts';
import { listBooks } from './rate.store.ts';

export interface VenueBook extends Book {
  /** Says whether the rate uses this book, or the reason that it does not. */
  readonly verdict: 'counts' | 'stale' | 'crossed' | 'outlying';
}

/** Lists the last book of each venue for a pair, without those older than a day. */
export async function listVenueBooks(
  { sql, clock }: Pick<MerchantContext, 'sql' | 'clock'>,
  pair: PairCode,
): Promise<VenueBook[]> {
  const nowMs = clock.nowMs();
  const books = (await listBooks(sql, new Date(nowMs - 86_400_000))).filter((book) => book.pair === pair);
  const used = new Set(listUsed(books, nowMs));
  const judge = (book: Book): VenueBook['verdict'] => {
    if (used.has(book)) return 'counts';
    if (Math.abs(nowMs - book.receivedAtMs) > staleAfterMs) return 'stale';
    return isSound(book) ? 'outlying' : 'crossed';
  };
  return books
    .map((book) => ({ ...book, verdict: judge(book) }))
    .toSorted((one, other) => (one.venue < other.venue ? -1 : 1));
}
