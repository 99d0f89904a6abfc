/** How far a sign-in has come: `check` and `set-up` lead to nothing but the second factor. */
export type Stage = 'check' | 'set-up' | 'full';

const minuteMs = 60_000;

export const longestSessionMs = 12 * 60 * minuteMs;
export const longestIdleMs = 30 * minuteMs;
/** Whoever has the password alone has this long for the second factor. */
export const longestUnfinishedMs = 10 * minuteMs;
/** How long a second factor counts for what moves money, secrets or people. */
const freshMs = 5 * minuteMs;
/** A session that is in use is written down as such at most this often. */
export const seenEveryMs = minuteMs;

/** What may be done next with a password alone. */
export function stageAfterPassword(hasFactor: boolean, isDemanded: boolean): Stage {
  if (hasFactor) return 'check';
  return isDemanded ? 'set-up' : 'full';
}

/** Where nobody demands a second factor and there is none, there is nothing to ask for. */
export function isFresh(
  factorAt: Date | null,
  factor: { readonly has: boolean; readonly isDemanded: boolean },
  nowMs: number,
): boolean {
  if (!factor.has && !factor.isDemanded) return true;
  return factorAt !== null && nowMs - factorAt.getTime() < freshMs;
}
