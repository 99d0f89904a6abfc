/** Payout limits of a PSP for one coin, in minor units; null means no limit. */
export interface PayoutLimits {
  /** Maximum of a single payout. */
  one_amount: bigint | null;
  /** Any 24 hours, not a calendar day. */
  day_amount: bigint | null;
  /** A payout above this amount waits for a second person. */
  approval_amount: bigint | null;
}

export const noLimits: PayoutLimits = { one_amount: null, day_amount: null, approval_amount: null };
export const dayMs = 24 * 3_600_000;

/**
 * The origin decides how limits apply. A merchant's payout beyond a limit is refused. Unsold coins of a customer must
 * go back in full, so such a payout waits for approval instead. For payouts by staff, only the approval amount applies.
 */
export type PayoutOrigin = 'merchant' | 'customer' | 'staff';

export type LimitVerdict =
  | { readonly verdict: 'pass' | 'approval' }
  | { readonly verdict: 'refuse'; readonly which: 'one' | 'day'; readonly leftMinor: bigint };

export function judgeLimits(
  limits: PayoutLimits,
  usedMinor: bigint,
  amountMinor: bigint,
  origin: PayoutOrigin,
): LimitVerdict {
  const { one_amount: one, day_amount: day, approval_amount: approval } = limits;
  const dayLeft = day === null ? null : day > usedMinor ? day - usedMinor : 0n;
  const leftMinor = dayLeft === null ? one : one === null || dayLeft < one ? dayLeft : one;
  if (origin !== 'staff' && leftMinor !== null && amountMinor > leftMinor) {
    if (origin === 'customer') return { verdict: 'approval' };
    return { verdict: 'refuse', which: leftMinor === one ? 'one' : 'day', leftMinor };
  }
  return { verdict: approval !== null && amountMinor > approval ? 'approval' : 'pass' };
}
