/** How failures slow down whoever causes them, and nobody else for long. */

export type Scope = 'account' | 'address' | 'pair' | 'device';

export interface AttemptLimits {
  free: number;
  longestDelaySeconds: number;
}

/**
 * The account: guesses from many addresses share it, so its delay stays short, or strangers could shut its owner out.
 * The address: many people may stand behind one, so it has more free failures; as many as an account has are kept for
 * those who come while it waits (`reserveOf`). The pair: one visitor at one account. The device: whoever has signed in
 * there before, or has stolen its token.
 */
export function limitsOf(scope: Scope, freeFailures: number): AttemptLimits {
  switch (scope) {
    case 'account':
      return { free: freeFailures, longestDelaySeconds: 60 };
    case 'address':
      return { free: 3 * freeFailures, longestDelaySeconds: 900 };
    case 'pair':
    case 'device':
      return { free: freeFailures, longestDelaySeconds: 900 };
  }
}

/** How often somebody behind an address that has to wait may be wrong all the same, having waited for `patienceMs`. */
const reserveOf = (freeFailures: number): number => freeFailures;

/** What others did behind one's address holds nobody up for longer, at an account that is not being guessed at. */
export const patienceMs = 5000;

/** Whoever comes back later has to wait again: nobody gathers such waits in advance. */
const patienceLastsMs = 15 * 60_000;

/** A failure counts for an hour after the last one. */
export const forgottenAfterMs = 3_600_000;

/** How long an address is known after its user last signed in from there. */
export const knownForMs = 90 * 24 * 3_600_000;

/** How long a device is known after its user last signed in there; browsers keep a cookie for 400 days at most. */
export const deviceKnownForMs = 365 * 24 * 3_600_000;

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
  /** Whoever asks carries the token of a device that has signed in to the account before. */
  knownDevice: boolean;
  /** Whoever asks has proven to be the user, who has signed in from this address before. */
  knownAddress: boolean;
  states: { readonly [S in Scope]?: AttemptState | undefined };
  /** The wait of `patienceMs` of this visitor at this account, where one was begun. */
  patience?: AttemptState | undefined;
  /** What of the address's reserve is used up. */
  reserve?: AttemptState | undefined;
}

export interface Verdict {
  waitMs: number;
  /** The wait is one of `patienceMs`, which begins now. */
  beginsPatience: boolean;
  /** May try although the address has to wait; being wrong is taken from its reserve. */
  usesReserve: boolean;
}

const isForgotten = (state: AttemptState, nowMs: number): boolean =>
  nowMs - state.lastFailureMs > forgottenAfterMs;

const failuresOf = (state: AttemptState | undefined, nowMs: number): number =>
  !state || isForgotten(state, nowMs) ? 0 : state.failures;

const leftMs = (state: AttemptState | undefined, nowMs: number): number =>
  Math.max(0, (state?.blockedUntilMs ?? 0) - nowMs);

const wait = (waitMs: number): Verdict => ({ waitMs, beginsPatience: false, usesReserve: false });

/**
 * Only its own failures hold up a device that the account knows, and a visitor whose address it knows. Behind an address
 * that has to wait, whoever aims at an account that is not being guessed at waits for a few seconds instead; not the
 * first one who comes gets in then, but the one who came back: a flood that reads no answers uses nothing up.
 */
export function judge(standing: Standing, freeFailures: number, nowMs: number): Verdict {
  const { states, patience, reserve } = standing;
  if (standing.knownDevice) return wait(leftMs(states.device, nowMs));
  const pairMs = leftMs(states.pair, nowMs);
  if (standing.knownAddress) return wait(pairMs);
  const ownMs = Math.max(pairMs, leftMs(states.account, nowMs));
  const addressMs = leftMs(states.address, nowMs);
  const isGuessedAt = ownMs > 0 || failuresOf(states.account, nowMs) > limitsOf('account', freeFailures).free;
  const isReserveLeft = failuresOf(reserve, nowMs) < reserveOf(freeFailures);
  if (isGuessedAt || !isReserveLeft) return wait(Math.max(ownMs, addressMs));
  const runningMs = leftMs(patience, nowMs);
  if (addressMs <= runningMs) return wait(addressMs);
  if (runningMs > 0) return wait(runningMs);
  if (patience && nowMs - patience.blockedUntilMs <= patienceLastsMs) {
    return { waitMs: 0, beginsPatience: false, usesReserve: true };
  }
  if (addressMs <= patienceMs) return wait(addressMs);
  return { waitMs: patienceMs, beginsPatience: true, usesReserve: false };
}

/** A wrong one taken from the reserve. */
export const afterReserveUsed = (state: AttemptState | undefined, nowMs: number): AttemptState => ({
  failures: failuresOf(state, nowMs) + 1,
  lastFailureMs: nowMs,
  blockedUntilMs: nowMs,
});

/** A wait that is running stays as it is, or a stranger could prolong it for ever. */
export function afterFailure(
  state: AttemptState | undefined,
  limits: AttemptLimits,
  nowMs: number,
): AttemptState {
  if (state && state.blockedUntilMs > nowMs) return state;
  const failures = failuresOf(state, nowMs) + 1;
  return { failures, lastFailureMs: nowMs, blockedUntilMs: nowMs + delaySeconds(failures, limits) * 1000 };
}
