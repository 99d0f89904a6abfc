import { least } from '../../../platform/money.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Chain, OwnAddress, PayingAccount } from '../../chains/chain.ts';
import { chainAccount } from '../../books/ledger.rules.ts';
import { readBalance } from '../../books/read-balance.ts';
import type { Payout } from '../payout.rules.ts';
import { sumSigned } from '../payout.store.ts';
import { sumWaiting } from './number.store.ts';

/**
 * Returns the amount that the paying account can spend on payouts and fees. The ledger has its balance, less signed
 * payouts. The node's balance excludes the network's reserve and uncollected coins at customers' addresses.
 */
export async function sumAvailable(
  tx: Tx,
  { coin, accountNumber }: Pick<Chain, 'coin' | 'accountNumber'>,
  account: PayingAccount | undefined,
): Promise<bigint> {
  const bookedMinor = -(await readBalance(tx, chainAccount, coin));
  const spendableMinor = account?.spendableMinor ?? bookedMinor;
  // A mined payout has left the account already, but leaves the ledger only with its confirmations.
  return least(
    bookedMinor - (await sumSigned(tx, coin)),
    spendableMinor - (await sumWaiting(tx, { coin, account: accountNumber })),
  );
}

interface Raised {
  readonly payout: Payout;
  /** Undefined for the paying account; otherwise the account that pays instead. */
  readonly from: OwnAddress | undefined;
  /** The account that pays, as reported by its node. */
  readonly account: PayingAccount | undefined;
}

/** Returns the amount missing for a higher fee of an unmined payout, the greater of ledger and account. */
export async function sumMissing(
  tx: Tx,
  { coin, accountNumber }: Pick<Chain, 'coin' | 'accountNumber'>,
  { payout, from, account }: Raised,
  feeMinor: bigint,
): Promise<bigint> {
  const bookedMinor = -(await readBalance(tx, chainAccount, coin)) - (await sumSigned(tx, coin));
  const isCollection = payout.source !== null;
  const unbookedMinor = isCollection ? 0n : feeMinor - (payout.fee ?? 0n) - bookedMinor;
  if (!account) return unbookedMinor;
  const paying = { coin, account: from ? (from.account ?? 0) : accountNumber };
  // No other payout uses an account that is being collected.
  const othersMinor = isCollection ? 0n : await sumWaiting(tx, paying, payout.id);
  const missingMinor = payout.amount + feeMinor + othersMinor - account.spendableMinor;
  return missingMinor > unbookedMinor ? missingMinor : unbookedMinor;
}
