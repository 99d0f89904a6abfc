import {
  countAt,
  waitMs as leftMs,
  type Failures,
  type ThrottlePolicy,
} from '../../../platform/throttle/throttle.rules.ts';

export type Scope = 'account' | 'address' | 'pair' | 'device';

/** Time after the last failure for which failures count. */
export const forgottenAfterMs = 3_600_000;

const longestDelaySeconds = { account: 60, address: 900, pair: 900, device: 900 } as const;

/**
 * Returns the throttle of a scope.
 * - account: guesses from many addresses share it, so its delay stays short. Otherwise strangers could lock the owner
 *   out.
 * - address: many people may share one, so it has three times as many free failures, and a reserve for visitors who come
 *   while it is delayed (`reserveOf`).
 * - pair: one visitor at one account.
 * - device: one that has signed in to the account before, or a stolen token of it.
 */
export const policyOf = (scope: Scope, freeFailures: number): ThrottlePolicy => ({
  free: scope === 'address' ? 3 * freeFailures : freeFailures,
  longestDelaySeconds: longestDelaySeconds[scope],
  forgottenAfterMs,
});

/** Number of wrong passwords that visitors of a delayed address may enter after waiting `firstWaitMs`. */
const reserveOf = (freeFailures: number): number => freeFailures;

/** Longest delay for failures of others behind the same address, at an account without recent guesses. */
export const firstWaitMs = 5000;

/** Time for which a finished first wait is valid, so that waits cannot be collected in advance. */
const firstWaitLastsMs = 15 * 60_000;

/** Time for which an address is known after its user last signed in from there. */
export const knownForMs = 90 * 24 * 3_600_000;

/**
 * Time for which a device is known after its user last signed in there. Browsers keep a cookie for at most 400 days.
 */
export const deviceKnownForMs = 365 * 24 * 3_600_000;

export interface AttemptState {
  /** True if the request has the token of a device that has signed in to the account before. */
  knownDevice: boolean;
  /** True if the password was right and the user has signed in from this address before. */
  knownAddress: boolean;
  states: { readonly [S in Scope]?: Failures | undefined };
  /** The first wait of this visitor at this account, if one has begun. */
  firstWait?: Failures | undefined;
  reserve?: Failures | undefined;
}

export interface Verdict {
  waitMs: number;
  /** True if a first wait of `firstWaitMs` begins now. */
  beginsFirstWait: boolean;
  /**
   * True if the attempt is allowed although the address is delayed. A wrong password then uses the address's reserve.
   */
  usesReserve: boolean;
}

const wait = (waitMs: number): Verdict => ({ waitMs, beginsFirstWait: false, usesReserve: false });

/**
 * Decides whether an attempt must wait. A known device or a visitor with a known address is delayed by its own failures
 * only. Behind a delayed address, a visitor at an account without recent guesses waits a few seconds instead. The
 * attempt is allowed only if the visitor comes back after this wait, so a flood that ignores the answers uses nothing
 * up.
 */
export function judge(attempts: AttemptState, freeFailures: number, nowMs: number): Verdict {
  const { states, firstWait, reserve } = attempts;
  if (attempts.knownDevice) return wait(leftMs(states.device, nowMs));
  const pairMs = leftMs(states.pair, nowMs);
  if (attempts.knownAddress) return wait(pairMs);
  const ownMs = Math.max(pairMs, leftMs(states.account, nowMs));
  const addressMs = leftMs(states.address, nowMs);
  const isGuessedAt =
    ownMs > 0 || countAt(states.account, forgottenAfterMs, nowMs) > policyOf('account', freeFailures).free;
  const isReserveLeft = countAt(reserve, forgottenAfterMs, nowMs) < reserveOf(freeFailures);
  if (isGuessedAt || !isReserveLeft) return wait(Math.max(ownMs, addressMs));
  const runningMs = leftMs(firstWait, nowMs);
  if (addressMs <= runningMs) return wait(addressMs);
  if (runningMs > 0) return wait(runningMs);
  if (firstWait && nowMs - firstWait.blockedUntilMs <= firstWaitLastsMs) {
    return { waitMs: 0, beginsFirstWait: false, usesReserve: true };
  }
  if (addressMs <= firstWaitMs) return wait(addressMs);
  return { waitMs: firstWaitMs, beginsFirstWait: true, usesReserve: false };
}

export const afterReserveUsed = (used: Failures | undefined, nowMs: number): Failures => ({
  count: countAt(used, forgottenAfterMs, nowMs) + 1,
  lastMs: nowMs,
  blockedUntilMs: nowMs,
});
