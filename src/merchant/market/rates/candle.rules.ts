import type { PairCode, Price } from '../../assets/asset.rules.ts';

export interface Candle {
  readonly pair: PairCode;
  readonly startsAtMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
}

export const minuteMs = 60_000;

export function startCandle(pair: PairCode, startsAtMs: number, price: Price): Candle {
  return { pair, startsAtMs, open: price, high: price, low: price, close: price };
}

export function continueCandle(candle: Candle, price: Price): Candle {
  return {
    ...candle,
    high: price > candle.high ? price : candle.high,
    low: price < candle.low ? price : candle.low,
    close: price,
  };
}

export const alignDown = (ms: number, stepMs: number): number => ms - (ms % stepMs);
export const alignUp = (ms: number, stepMs: number): number => alignDown(ms + stepMs - 1, stepMs);

/** Steps of the history that can be requested, in seconds. */
export const historySteps = [60, 300, 3600, 86_400] as const;
export const maximumPoints = 1000;

const dayMs = 86_400_000;

/**
 * Older candles are merged: one-minute candles are kept for a week, five-minute candles for 90 days, then hourly ones.
 */
export const thinning = [
  { olderThanMs: 7 * dayMs, stepSeconds: 300 },
  { olderThanMs: 90 * dayMs, stepSeconds: 3600 },
] as const;
