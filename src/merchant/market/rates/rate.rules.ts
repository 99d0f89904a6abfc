import { multiplyDivide, type Rounding } from '../../../platform/money.ts';
import { coinOf, priceDecimals, type CoinCode, type PairCode, type Price } from '../../assets/asset.rules.ts';

/** The prices of one venue for one pair. Times are from the service's clock. */
export interface Book {
  readonly venue: string;
  readonly pair: PairCode;
  readonly bid: Price;
  readonly ask: Price;
  readonly receivedAtMs: number;
  /** Time at which bid or ask last differed from the previous answer. */
  readonly changedAtMs: number;
}

export interface RateTerms {
  readonly spreadBps: number;
  /** Two venues agree on a side if their prices differ by at most this. */
  readonly agreementBps: number;
  /** With fewer usable books there is no rate. */
  readonly minVenues: number;
}

export const rateTermsOf = (settings: {
  readonly RATE_SPREAD_BPS: number;
  readonly RATE_AGREEMENT_BPS: number;
  readonly RATE_MIN_VENUES: number;
}): RateTerms => ({
  spreadBps: settings.RATE_SPREAD_BPS,
  agreementBps: settings.RATE_AGREEMENT_BPS,
  minVenues: settings.RATE_MIN_VENUES,
});

export interface Rate {
  readonly pair: PairCode;
  /** Price at which a merchant buys a coin. */
  readonly buy: Price;
  /** Price at which a merchant sells a coin. */
  readonly sell: Price;
  readonly bestForWithdraw: Price;
  readonly bestForDeposit: Price;
  /** The middle between the venues' bids and asks, without spread; used for charts. */
  readonly mid: Price;
  readonly books: number;
  /** The same books give the same rate up to and including this time. */
  readonly validUntilMs: number;
}

export const staleAfterMs = 30_000;

/** Maximum distance of a book from the median of all. */
const outlyingPercent = 2n;

/**
 * Decimals of prices, the same in answers and in trades, so that the shown price is the applied one. A step is at most
 * about a tenth of a basis point of the coin's price. JSON numbers of this length survive every parser.
 */
const shownDecimals: Record<CoinCode, number> = { BTC: 2, BCH: 3, LTC: 3, ETH: 2, XRP: 6 };

export function shownDecimalsOf(pair: PairCode): number {
  return shownDecimals[coinOf(pair)];
}

/**
 * Returns the rate of a pair, or undefined if too few books are usable or no two of them agree on a side. A price that
 * no other venue agrees with is ignored, except that of the only usable venue if `minVenues` is 1. All rounding is in
 * the provider's favour: prices that merchants pay are rounded up, prices that they get are rounded down.
 */
export function rateOf(
  pair: PairCode,
  books: readonly Book[],
  nowMs: number,
  { spreadBps, agreementBps, minVenues }: RateTerms,
): Rate | undefined {
  const live = listLive(books, nowMs);
  const used = listUsed(books, nowMs);
  if (used.length < Math.max(1, minVenues)) return undefined;
  const asks = listAgreed(used.map((book) => book.ask).toSorted(compare), agreementBps);
  const bids = listAgreed(used.map((book) => book.bid).toSorted(compare), agreementBps);
  if (asks.length === 0 || bids.length === 0) return undefined;
  const medianAsk = median(asks, 'up');
  const medianBid = median(bids, 'down');
  const [lowestAsk, highestBid] = uncross(asks[0] ?? 0n, bids.at(-1) ?? 0n);
  const bestForWithdraw = addSpread(pair, lowestAsk, spreadBps);
  const bestForDeposit = takeSpread(pair, highestBid, spreadBps);
  return {
    pair,
    // If venues cross, their midpoint may be above the median ask or below the median bid: the current price is then
    // adjusted to the best one.
    buy: larger(addSpread(pair, medianAsk, spreadBps), bestForWithdraw),
    sell: smaller(takeSpread(pair, medianBid, spreadBps), bestForDeposit),
    bestForWithdraw,
    bestForDeposit,
    mid: (medianAsk + medianBid) / 2n,
    books: used.length,
    validUntilMs: validUntil(live, nowMs),
  };
}

/** Returns the sorted prices that have another one within the agreement; a lone price needs none. */
function listAgreed(sorted: readonly Price[], agreementBps: number): Price[] {
  if (sorted.length === 1) return [...sorted];
  const agree = (low: Price | undefined, high: Price | undefined): boolean =>
    low !== undefined && high !== undefined && (high - low) * 10_000n <= low * BigInt(agreementBps);
  return sorted.filter((price, index) => agree(sorted[index - 1], price) || agree(price, sorted[index + 1]));
}

/** Returns true if the mid price moved by more than this. */
export function hasJumped(before: Price, now: Price, jumpBps: number): boolean {
  const distance = now > before ? now - before : before - now;
  return distance * 10_000n > before * BigInt(jumpBps);
}

const listLive = (books: readonly Book[], nowMs: number): Book[] =>
  books.filter((book) => isSound(book) && !isStale(book, nowMs));

/** Lists the books of a pair that its rate uses. */
export function listUsed(books: readonly Book[], nowMs: number): Book[] {
  const live = listLive(books, nowMs);
  return withoutOutlying(live.filter((book) => !isFrozen(book, live, nowMs)));
}

/** A locked book (bid equal to ask) occurs at correct venues; a crossed one does not. */
export const isSound = (book: Pick<Book, 'bid' | 'ask'>): boolean => book.bid > 0n && book.bid <= book.ask;

/** Also covers clock rollback: a book from the future has an unknown age. */
const isStale = (book: Book, nowMs: number): boolean => Math.abs(nowMs - book.receivedAtMs) > staleAfterMs;
const hasStopped = (book: Book, nowMs: number): boolean => nowMs - book.changedAtMs > staleAfterMs;

/**
 * A venue that repeats an old book looks fresh. It counts as frozen if most of the others changed in a period in which
 * it did not. In a quiet market no venue is frozen, and a lone venue cannot be judged.
 */
function isFrozen(book: Book, live: readonly Book[], nowMs: number): boolean {
  if (!hasStopped(book, nowMs)) return false;
  const others = live.filter((other) => other !== book);
  const moving = others.filter((other) => !hasStopped(other, nowMs));
  return moving.length * 2 > others.length;
}

/** If two books disagree, neither is used: there is no way to tell which is wrong. */
function withoutOutlying(books: readonly Book[]): Book[] {
  if (books.length === 0) return [];
  // Bid plus ask is twice the middle, and the median of an even number is doubled too, so nothing is rounded.
  const sums = books.map((book) => book.bid + book.ask).toSorted(compare);
  const low = sums[(sums.length - 1) >> 1] ?? 0n;
  const high = sums[sums.length >> 1] ?? 0n;
  const center = low + high;
  return books.filter((book) => {
    const distance = 2n * (book.bid + book.ask) - center;
    return (distance < 0n ? -distance : distance) * 100n <= center * outlyingPercent;
  });
}

/**
 * Replaces crossed prices with their midpoint. Otherwise a merchant could buy at one venue and sell at the other with a
 * profit.
 */
function uncross(lowestAsk: Price, highestBid: Price): [ask: Price, bid: Price] {
  if (highestBid <= lowestAsk) return [lowestAsk, highestBid];
  const sum = lowestAsk + highestBid;
  return [multiplyDivide(sum, 1n, 2n, 'up'), multiplyDivide(sum, 1n, 2n, 'down')];
}

function median(sorted: readonly Price[], rounding: Rounding): Price {
  const low = sorted[(sorted.length - 1) >> 1] ?? 0n;
  const high = sorted[sorted.length >> 1] ?? 0n;
  return multiplyDivide(low + high, 1n, 2n, rounding);
}

const addSpread = (pair: PairCode, ask: Price, spreadBps: number): Price =>
  toStep(pair, ask * BigInt(10_000 + spreadBps), 'up');

const takeSpread = (pair: PairCode, bid: Price, spreadBps: number): Price =>
  toStep(pair, bid * BigInt(10_000 - spreadBps), 'down');

/** Converts ten-thousandths of a price to a multiple of the shown step, rounded once. */
function toStep(pair: PairCode, tenThousandths: bigint, rounding: Rounding): Price {
  const step = 10n ** BigInt(priceDecimals - shownDecimalsOf(pair));
  return multiplyDivide(tenThousandths, 1n, 10_000n * step, rounding) * step;
}

/** Returns the next time at which a book becomes stale or counts as frozen. */
function validUntil(live: readonly Book[], nowMs: number): number {
  const moments = live.flatMap((book) => [book.receivedAtMs + staleAfterMs, book.changedAtMs + staleAfterMs]);
  return Math.min(...moments.filter((moment) => moment >= nowMs));
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
