/** How failures slow down whoever causes them, and nobody else for long. */

export type Scope = 'account' | 'address' | 'pair';

export interface AttemptLimits {
  free: number;
  longestDelaySeconds: number;
}

/**
 * The account: guesses from many addresses share it, so its delay stays short, or strangers could shut its owner out.
 * The address: many people may stand behind one, so it has more free failures. The pair: one visitor at one account.
 */
export function limitsOf(scope: Scope, freeFailures: number): AttemptLimits {
  switch (scope) {
    case 'account':
      return { free: freeFailures, longestDelaySeconds: 60 };
    case 'address':
      return { free: 4 * freeFailures, longestDelaySeconds: 900 };
    case 'pair':
      return { free: freeFailures, longestDelaySeconds: 900 };
  }
}

/** A failure counts for an hour after the last one. */
export const forgottenAfterMs = 3_600_000;

/** How long an address is known after its user last signed in from there. */
export const knownForMs = 90 * 24 * 3_600_000;

/** Doubles with every failure beyond the free ones. */
export function delaySeconds(failures: number, limits: AttemptLimits): number {
  if (failures <= limits.free) return 0;
  return Math.min(2 ** Math.min(failures - limits.free - 1, 30), limits.longestDelaySeconds);
}

export interface AttemptState {
  failures: number;
  lastFailureMs: number;
  blockedUntilMs: number;
}

export interface Standing {
  /** Whoever asks has proven to be the user, who has signed in from this address before. */
  known: boolean;
  states: Partial<Record<Scope, AttemptState>>;
}

export const scopes: readonly Scope[] = ['account', 'address', 'pair'];

/** Only its own failures hold up a visitor whose address the account knows. */
const waitingScopes = (known: boolean): readonly Scope[] => (known ? ['pair'] : scopes);

export function blockedForMs(standing: Standing, nowMs: number): number {
  const until = waitingScopes(standing.known).map((scope) => standing.states[scope]?.blockedUntilMs ?? 0);
  return Math.max(0, Math.max(...until) - nowMs);
}

/** A wait that is running stays as it is, or a stranger could prolong it for ever. */
export function afterFailure(
  state: AttemptState | undefined,
  limits: AttemptLimits,
  nowMs: number,
): AttemptState {
  if (state && state.blockedUntilMs > nowMs) return state;
  const fresh = !state || nowMs - state.lastFailureMs > forgottenAfterMs;
  const failures = fresh ? 1 : state.failures + 1;
  return { failures, lastFailureMs: nowMs, blockedUntilMs: nowMs + delaySeconds(failures, limits) * 1000 };
}
