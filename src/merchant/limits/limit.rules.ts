/** What a PSP may send of a coin, in the ledger's unit; null where there is no limit. */
export interface PayoutLimits {
  /** With one payout. */
  one_amount: bigint | null;
  /** Within 24 hours, whatever the calendar says. */
  day_amount: bigint | null;
  /** What is above it waits for a second person. */
  approval_amount: bigint | null;
}

export const noLimits: PayoutLimits = { one_amount: null, day_amount: null, approval_amount: null };
export const dayMs = 24 * 3_600_000;

/**
 * Whose wish a payout is. A merchant's own is refused beyond the limits. A customer's coins that were never sold go back
 * whole or not at all: those wait for somebody to look instead. What staff send is bound by approval alone.
 */
export type PayoutWish = 'merchant' | 'customer' | 'staff';

export type LimitVerdict =
  | { readonly verdict: 'pass' | 'approval' }
  | { readonly verdict: 'refuse'; readonly which: 'one' | 'day'; readonly leftMinor: bigint };

export function judgeLimits(
  limits: PayoutLimits,
  usedMinor: bigint,
  amountMinor: bigint,
  wish: PayoutWish,
): LimitVerdict {
  const { one_amount: one, day_amount: day, approval_amount: approval } = limits;
  const dayLeft = day === null ? null : day > usedMinor ? day - usedMinor : 0n;
  const leftMinor = dayLeft === null ? one : one === null || dayLeft < one ? dayLeft : one;
  if (wish !== 'staff' && leftMinor !== null && amountMinor > leftMinor) {
    if (wish === 'customer') return { verdict: 'approval' };
    return { verdict: 'refuse', which: leftMinor === one ? 'one' : 'day', leftMinor };
  }
  return { verdict: approval !== null && amountMinor > approval ? 'approval' : 'pass' };
}
