/** How wrong passwords and codes slow down whoever sends them. */

export interface Throttle {
  readonly free: number;
  readonly longestDelaySeconds: number;
}

/**
 * The account: guesses from everywhere share it, so its delay stays short, or strangers could shut its owner out. The
 * address: an office may stand behind one. The factor: whoever is asked for it has shown the password, and six digits
 * are few; after a day of guessing, one in ten thousand would be in. The mail: links that one address is sent.
 */
export const throttles = {
  account: { free: 5, longestDelaySeconds: 60 },
  address: { free: 15, longestDelaySeconds: 900 },
  factor: { free: 5, longestDelaySeconds: 3600 },
  mail: { free: 2, longestDelaySeconds: 3600 },
} as const satisfies Record<string, Throttle>;

export type ThrottleName = keyof typeof throttles;

/** A failure counts for this long after the last one. */
export const forgottenAfterMs = 2 * 3_600_000;

export interface Failures {
  readonly count: number;
  readonly lastMs: number;
  readonly blockedUntilMs: number;
}

/** Doubles with every failure beyond the free ones. */
const delayMs = (count: number, { free, longestDelaySeconds }: Throttle): number =>
  count <= free ? 0 : Math.min(2 ** Math.min(count - free - 1, 30), longestDelaySeconds) * 1000;

export const waitMs = (failures: Failures | undefined, nowMs: number): number =>
  Math.max(0, (failures?.blockedUntilMs ?? 0) - nowMs);

export function afterFailure(failures: Failures | undefined, throttle: Throttle, nowMs: number): Failures {
  const isRemembered = failures !== undefined && nowMs - failures.lastMs <= forgottenAfterMs;
  const count = (isRemembered ? failures.count : 0) + 1;
  return { count, lastMs: nowMs, blockedUntilMs: nowMs + delayMs(count, throttle) };
}
