import type { Candle } from '../../market/rates/candle.rules.ts';

const hour = 3600;
const day = 86_400;

/** Each range has fewer than 1000 points, the limit of one query. */
export const rateRanges = {
  day: { seconds: day, stepSeconds: 120 },
  week: { seconds: 7 * day, stepSeconds: 15 * 60 },
  month: { seconds: 30 * day, stepSeconds: hour },
  year: { seconds: 365 * day, stepSeconds: 12 * hour },
} as const;

export type RateRange = keyof typeof rateRanges;
export const rangeNames = Object.keys(rateRanges) as RateRange[];

/** Points of a chart. Undefined marks a gap, so that no line is drawn across missing prices. */
export interface ChartPoints {
  readonly times: readonly number[];
  readonly candles: readonly (Candle | undefined)[];
}

/** Older prices are stored in steps of up to an hour. Charts with finer steps get these. */
const keptMs = hour * 1000;

/** Places candles in order. A distance of more than two steps, or two stored steps if they are longer, is a gap. */
export function placeCandles(candles: readonly Candle[], stepSeconds: number): ChartPoints {
  const longestMs = 2 * Math.max(stepSeconds * 1000, keptMs);
  const placed = candles.flatMap((candle, index) => {
    const point = { time: candle.startsAtMs, candle };
    const before = candles[index - 1]?.startsAtMs;
    const isBroken = before !== undefined && candle.startsAtMs - before > longestMs;
    return isBroken ? [{ time: before + stepSeconds * 1000, candle: undefined }, point] : [point];
  });
  return { times: placed.map(({ time }) => time), candles: placed.map(({ candle }) => candle) };
}

/** Returns the difference of buying and selling price in hundredths of a percent of the selling price, rounded up. */
export function spreadBps(buy: bigint, sell: bigint): number {
  if (sell <= 0n) return 0;
  return Number(((buy - sell) * 10_000n + sell - 1n) / sell);
}
