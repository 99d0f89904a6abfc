import type { Candle } from '../../rates/candle.rules.ts';

const hour = 3600;
const day = 86_400;

/** Each comes to less than a thousand points: more is no more to see. */
export const rateRanges = {
  day: { seconds: day, stepSeconds: 120 },
  week: { seconds: 7 * day, stepSeconds: 15 * 60 },
  month: { seconds: 30 * day, stepSeconds: hour },
  year: { seconds: 365 * day, stepSeconds: 12 * hour },
} as const;

export type RateRange = keyof typeof rateRanges;
export const rangeNames = Object.keys(rateRanges) as RateRange[];

/** What was seen at each moment; nothing where a line would claim what nobody saw. */
export interface ChartPoints {
  readonly times: readonly number[];
  readonly candles: readonly (Candle | undefined)[];
}

/** The past is kept in steps of up to an hour, however fine a chart asks for them. */
const keptMs = hour * 1000;

/** One after the other. Where more is missing than steps that are kept explain, the line is broken. */
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

/** Of what one pays over what one gets, in hundredths of a percent, rounded up. */
export function spreadBps(buy: bigint, sell: bigint): number {
  if (sell <= 0n) return 0;
  return Number(((buy - sell) * 10_000n + sell - 1n) / sell);
}
