/** So many at once, and then as many in a day, evenly: a bucket that fills up again with time. */
export interface Allowance {
  atOnce: number;
  perDay: number;
}

const dayMs = 24 * 3_600_000;

export interface Draw {
  /** When all that was used will have come back. */
  fullAtMs: number;
  /** Nothing where one may be had now. */
  waitMs: number;
}

/** Whether one more may be had, where the bucket will be full at `fullAtMs`. In any day it is `atOnce + perDay` at most. */
export function draw({ atOnce, perDay }: Allowance, fullAtMs: number, nowMs: number): Draw {
  const oneMs = Math.ceil(dayMs / perDay);
  const next = Math.max(fullAtMs, nowMs) + oneMs;
  return { fullAtMs: next, waitMs: Math.max(0, next - nowMs - atOnce * oneMs) };
}
