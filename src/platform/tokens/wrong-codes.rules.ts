/**
 * Wrong codes of an authenticator app. Three codes are right at a time, out of a million: with so many guesses in a year,
 * one account in 11 000 that is guessed at is entered.
 */
export const mostWrongCodes = 30;

const countedForMs = 365 * 24 * 3_600_000;

/** The owner hears of every fifth. */
const noticeEvery = 5;

const isCounted = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < countedForMs;

/** Whether codes wait for a mailed confirmation. A right code before does not change that. */
export const areCodesHeld = (wrongAt: readonly Date[], now: Date): boolean =>
  wrongAt.filter((at) => isCounted(at, now)).length >= mostWrongCodes;

export interface AfterWrongCode {
  /** Those that count, the oldest first. */
  readonly wrongAt: Date[];
  /** What its owner is mailed: a notice, or the link that lets codes count again. */
  readonly mail: 'notice' | 'confirmation' | undefined;
}

export function afterWrongCode(before: readonly Date[], now: Date): AfterWrongCode {
  const wrongAt = [...before.filter((at) => isCounted(at, now)), now];
  if (wrongAt.length >= mostWrongCodes) return { wrongAt, mail: 'confirmation' };
  return { wrongAt, mail: wrongAt.length % noticeEvery === 0 ? 'notice' : undefined };
}
