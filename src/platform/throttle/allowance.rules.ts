/** A token bucket: `atOnce` uses at first, and `perDay` uses refilled evenly over a day. */
export interface Allowance {
  readonly atOnce: number;
  readonly perDay: number;
}

const dayMs = 24 * 3_600_000;

export interface Draw {
  /** Time at which the bucket is full again. */
  readonly fullAtMs: number;
  /** Time to wait in milliseconds; 0 if a use is available. */
  readonly waitMs: number;
}

/**
 * Takes one use from a bucket that is full at `fullAtMs`. In any period of a day at most `atOnce + perDay` are granted.
 */
export function draw({ atOnce, perDay }: Allowance, fullAtMs: number, nowMs: number): Draw {
  const oneMs = Math.ceil(dayMs / perDay);
  const next = Math.max(fullAtMs, nowMs) + oneMs;
  return { fullAtMs: next, waitMs: Math.max(0, next - nowMs - atOnce * oneMs) };
}
