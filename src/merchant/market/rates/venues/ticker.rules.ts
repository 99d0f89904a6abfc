import { parseAmount, rescale } from '../../../../platform/money.ts';
import { priceDecimals, type PairCode, type Price } from '../../../assets/asset.rules.ts';
import type { Quote } from '../book.rules.ts';

/** Describes the requests for an exchange's best bid and ask, and how to read its answers. */
export interface Ticker {
  readonly name: string;
  readonly baseUrl: string;
  /** Pause between two requests of the same kind, well below the exchange's limit for one address. */
  readonly intervalMs: number;
  /** Requests are independent, so that a pair that an exchange delists does not affect the others. */
  readonly requests: readonly TickerRequest[];
}

export interface TickerRequest {
  readonly path: string;
  /** Omits missing and invalid quotes. */
  read(body: unknown): Quote[];
}

const parsedDecimals = 18;
/** No coin costs a billion euros: a higher price has lost its decimal point. */
const unbelievable = 10n ** BigInt(9 + priceDecimals);

/** Rounds prices with too many digits away from the middle: bids down, asks up. */
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

/** Returns the named field of an object or list; undefined otherwise. */
export function field(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string | number, unknown>)[name]
    : undefined;
}

export const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const longestPauseMs = 60_000;

/** Limits the pause that a venue can ask for. */
const longestRetryAfterMs = 600_000;

/**
 * Returns a pause that doubles with each failure, up to a minute, or the venue's `retry-after` if that is longer.
 * `random` (0 to 1) spreads the requests of many clients.
 */
export function pauseAfter(failures: number, intervalMs: number, random: number, retryAfterMs = 0): number {
  const full = Math.min(intervalMs * 2 ** Math.min(failures, 16), longestPauseMs);
  return Math.max(full * (0.5 + random / 2), Math.min(retryAfterMs, longestRetryAfterMs));
}
