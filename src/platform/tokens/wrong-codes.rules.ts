/**
 * Maximum number of wrong codes of an authenticator app in a year. Three of a million codes are valid at any time, so
 * an attack on one account succeeds once in 11 000 cases.
 */
export const mostWrongCodes = 30;

const countedForMs = 365 * 24 * 3_600_000;

/** The owner is notified after every fifth wrong code. */
const noticeEvery = 5;

const isCounted = (at: Date, now: Date): boolean => now.getTime() - at.getTime() < countedForMs;

/** Returns true if codes are locked until a mailed confirmation. A correct code does not unlock them. */
export const areCodesHeld = (wrongAt: readonly Date[], now: Date): boolean =>
  wrongAt.filter((at) => isCounted(at, now)).length >= mostWrongCodes;

export interface AfterWrongCode {
  /** Wrong codes that have not expired, oldest first. */
  readonly wrongAt: Date[];
  /** Mail to the owner: a notice, or the link that unlocks codes. */
  readonly mail: 'notice' | 'confirmation' | undefined;
}

export function afterWrongCode(before: readonly Date[], now: Date): AfterWrongCode {
  const wrongAt = [...before.filter((at) => isCounted(at, now)), now];
  if (wrongAt.length >= mostWrongCodes) return { wrongAt, mail: 'confirmation' };
  return { wrongAt, mail: wrongAt.length % noticeEvery === 0 ? 'notice' : undefined };
}
