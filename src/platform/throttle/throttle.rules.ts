/** Delays that failures cause. */
export interface ThrottlePolicy {
  /** Number of failures without a delay. Each further one doubles the delay. */
  readonly free: number;
  readonly longestDelaySeconds: number;
  /** Time in milliseconds after the last failure after which failures expire. */
  readonly forgottenAfterMs: number;
}

/** Upper limit of `forgottenAfterMs` of all policies. */
export const longestMemoryMs = 2 * 3_600_000;

export interface Failures {
  readonly count: number;
  readonly lastMs: number;
  readonly blockedUntilMs: number;
}

export function delayMs(count: number, policy: Pick<ThrottlePolicy, 'free' | 'longestDelaySeconds'>): number {
  const { free, longestDelaySeconds } = policy;
  return count <= free ? 0 : Math.min(2 ** Math.min(count - free - 1, 30), longestDelaySeconds) * 1000;
}

export const waitMs = (failures: Failures | undefined, nowMs: number): number =>
  Math.max(0, (failures?.blockedUntilMs ?? 0) - nowMs);

/** Returns the number of failures that have not expired. */
export const countAt = (failures: Failures | undefined, forgottenAfterMs: number, nowMs: number): number =>
  failures && nowMs - failures.lastMs <= forgottenAfterMs ? failures.count : 0;

/**
 * Records a failure. A wait in progress is not extended, because otherwise an attacker could block an account forever.
 */
export function afterFailure(
  failures: Failures | undefined,
  policy: ThrottlePolicy,
  nowMs: number,
): Failures {
  if (failures && waitMs(failures, nowMs) > 0) return failures;
  const count = countAt(failures, policy.forgottenAfterMs, nowMs) + 1;
  return { count, lastMs: nowMs, blockedUntilMs: nowMs + delayMs(count, policy) };
}
