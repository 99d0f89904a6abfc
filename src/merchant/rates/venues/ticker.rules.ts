import { parseAmount, rescale } from '../../../platform/money.ts';
import { priceDecimals, type PairCode, type Price } from '../../assets/asset.rules.ts';
import type { Quote } from '../book.rules.ts';

/** How an exchange is asked for its best bid and ask, and how its answers are read. */
export interface Ticker {
  readonly name: string;
  readonly baseUrl: string;
  /** Between two answers to one request: well below what the exchange allows one address. */
  readonly intervalMs: number;
  /** Each is asked on its own, so that one pair which an exchange stops listing does not silence the others. */
  readonly requests: readonly TickerRequest[];
}

export interface TickerRequest {
  readonly path: string;
  /** What is missing or makes no sense is left out. */
  read(body: unknown): Quote[];
}

const parsedDecimals = 18;
/** No coin costs a billion euros: beyond it somebody has lost the decimal point. */
const unbelievable = 10n ** BigInt(9 + priceDecimals);

/** Prices with more digits than are kept are rounded away from the middle: bids down, asks up. */
export function readQuote(pair: PairCode, bid: unknown, ask: unknown): Quote[] {
  const [lower, upper] = [readPrice(bid, 'down'), readPrice(ask, 'up')];
  return lower === undefined || upper === undefined ? [] : [{ pair, bid: lower, ask: upper }];
}

function readPrice(value: unknown, rounding: 'up' | 'down'): Price | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const parsed = parseAmount(value, parsedDecimals);
  if (!('minor' in parsed)) return undefined;
  const price = rescale(parsed.minor, parsedDecimals, priceDecimals, rounding);
  return price > 0n && price < unbelievable ? price : undefined;
}

/** The field of that name, where what was sent is an object or a list and has one. */
export function field(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string | number, unknown>)[name]
    : undefined;
}

export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const longestPauseMs = 60_000;

/** A venue may ask for patience, not for silence. */
const longestRetryAfterMs = 600_000;

/**
 * Doubles with every failure, up to a minute; `random` (0 to 1) keeps many clients from coming back at once. Longer
 * where the venue's `retry-after` asks for more.
 */
export function pauseAfter(failures: number, intervalMs: number, random: number, retryAfterMs = 0): number {
  const full = Math.min(intervalMs * 2 ** Math.min(failures, 16), longestPauseMs);
  return Math.max(full * (0.5 + random / 2), Math.min(retryAfterMs, longestRetryAfterMs));
}
