import type { CoinCode } from '../assets/asset.rules.ts';
import { coldAccount, payoutAccount, transfer, type Movement } from '../ledger/ledger.rules.ts';

/** What can be spent of a hot wallet, what of it one transaction can bring, and what payouts that wait will take. */
interface WalletState {
  readonly spendableMinor: bigint;
  readonly reachMinor: bigint;
  readonly neededMinor: bigint;
}

/** Whoever moves less often than this pays the network for nothing: a tenth of the ceiling, and many fees. */
const leastShare = 10n;
const leastFees = 100n;

/** What is to be moved now; nothing where it is not worth a transaction. */
export function excessOf(
  { spendableMinor, reachMinor, neededMinor }: WalletState,
  ceilingMinor: bigint,
  feeMinor: bigint,
): bigint | undefined {
  const worthIt = feeMinor * leastFees;
  // A transaction of many small outputs costs many times the usual fee, and must not take it from what waits.
  const above = spendableMinor - neededMinor - ceilingMinor - worthIt;
  // What waits is signed first, and may take the largest. One that cannot be signed would keep the next ones back.
  const within = reachMinor - neededMinor - worthIt;
  const excess = above < within ? above : within;
  const least = ceilingMinor / leastShare;
  return excess > 0n && excess >= least && excess >= worthIt ? excess : undefined;
}

/** What is below zero in provider:cold lies in the cold wallet. */
export const moveToCold = (payoutId: string, coin: CoinCode, amountMinor: bigint): Movement => ({
  kind: 'cold',
  reference: payoutId,
  entries: transfer(coldAccount, payoutAccount, coin, amountMinor),
});

export const takeFromCold = (
  payoutId: string,
  end: string,
  coin: CoinCode,
  amountMinor: bigint,
): Movement => ({
  kind: `cold_${end.toLowerCase()}`,
  reference: payoutId,
  entries: transfer(payoutAccount, coldAccount, coin, amountMinor),
});
