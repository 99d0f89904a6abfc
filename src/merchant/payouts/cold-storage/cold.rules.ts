import type { CoinCode } from '../../assets/asset.rules.ts';
import { coldAccount, payoutAccount, transfer, type Movement } from '../../books/ledger.rules.ts';

/**
 * The spendable amount of a hot wallet, the part that one transaction can move, and the amount that waiting payouts
 * need.
 */
interface WalletState {
  readonly spendableMinor: bigint;
  readonly reachMinor: bigint;
  readonly neededMinor: bigint;
}

/** Smaller transfers cost too many fees: the minimum is a tenth of the ceiling and this many fees. */
const leastShare = 10n;
const leastFees = 100n;

/** Returns the amount to move now, 0 if it is not worth a transaction. */
export function excessOf(
  { spendableMinor, reachMinor, neededMinor }: WalletState,
  ceilingMinor: bigint,
  feeMinor: bigint,
): bigint | undefined {
  const worthIt = feeMinor * leastFees;
  // A transaction with many small inputs costs many times the usual fee, which must not reduce the amount for waiting
  // payouts.
  const above = spendableMinor - neededMinor - ceilingMinor - worthIt;
  // Waiting payouts are signed first and may take the largest outputs. A transfer that cannot be signed would block the
  // payouts after it.
  const within = reachMinor - neededMinor - worthIt;
  const excess = above < within ? above : within;
  const least = ceilingMinor / leastShare;
  return excess > 0n && excess >= least && excess >= worthIt ? excess : undefined;
}

/** A negative balance of provider:cold is the amount in the cold wallet. */
export const moveToCold = (payoutId: string, coin: CoinCode, amountMinor: bigint): Movement => ({
  kind: 'cold',
  reference: payoutId,
  entries: transfer(coldAccount, payoutAccount, coin, amountMinor),
});

export const takeFromCold = (
  payoutId: string,
  end: 'FAILED' | 'REVERSED',
  coin: CoinCode,
  amountMinor: bigint,
): Movement => ({
  kind: end === 'FAILED' ? 'cold_failed' : 'cold_reversed',
  reference: payoutId,
  entries: transfer(payoutAccount, coldAccount, coin, amountMinor),
});
