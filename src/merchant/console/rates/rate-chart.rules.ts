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

/** At each moment a step, with what was seen in it; nothing where the price was not known. */
export interface ChartPoints {
  readonly times: readonly number[];
  readonly candles: readonly (Candle | undefined)[];
}

/**
 * From the first step of which something is known to the last, each of them: what is missing in between is drawn as
 * nothing and not as a straight line.
 */
export function placeCandles(candles: readonly Candle[], stepSeconds: number): ChartPoints {
  const stepMs = stepSeconds * 1000;
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return { times: [], candles: [] };
  const byTime = new Map(candles.map((candle) => [candle.startsAtMs, candle]));
  const count = (last.startsAtMs - first.startsAtMs) / stepMs + 1;
  const times = Array.from({ length: count }, (_, index) => first.startsAtMs + index * stepMs);
  return { times, candles: times.map((time) => byTime.get(time)) };
}

/** Of what one pays over what one gets, in hundredths of a percent, rounded up. */
export function spreadBps(buy: bigint, sell: bigint): number {
  if (sell <= 0n) return 0;
  return Number(((buy - sell) * 10_000n + sell - 1n) / sell);
}
