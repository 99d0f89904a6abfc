/** Stage of a sign-in. `check` and `set-up` allow only the pages of the second factor. */
export type Stage = 'check' | 'set-up' | 'full';

const minuteMs = 60_000;

export const longestSessionMs = 12 * 60 * minuteMs;
/** Time in milliseconds for which the sign-in page can say why a session ended. */
export const endsKeptMs = 3 * 24 * 60 * minuteMs;
export const longestIdleMs = 30 * minuteMs;
/** Time in milliseconds for the second factor after the password. */
export const longestUnfinishedMs = 10 * minuteMs;
/** Time in milliseconds for which a second factor is fresh enough for acts that change money, secrets or people. */
const freshMs = 5 * minuteMs;
/** Minimum time in milliseconds between two updates of `seen_at`. */
export const seenEveryMs = minuteMs;

/** Returns the stage after a correct password. */
export function stageAfterPassword(hasFactor: boolean, isDemanded: boolean): Stage {
  if (hasFactor) return 'check';
  return isDemanded ? 'set-up' : 'full';
}

/** Returns whether the second factor is recent. A person without one counts as fresh if none is required. */
export function isFresh(
  factorAt: Date | null,
  factor: { readonly has: boolean; readonly isDemanded: boolean },
  nowMs: number,
): boolean {
  if (!factor.has && !factor.isDemanded) return true;
  return factorAt !== null && nowMs - factorAt.getTime() < freshMs;
}
