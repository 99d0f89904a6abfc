import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import { availableTo, lossAccount, transfer, type AccountOwner, type Entry } from './ledger.rules.ts';
import { readBalance } from './read-balance.ts';

export interface TakenBack {
  entries: Entry[];
  /** What the merchant no longer had, and the provider bears. */
  lossMinor: bigint;
}

/**
 * Entries that take back what a merchant was credited and a chain has undone: as much as it still has, the rest from
 * the provider's losses. The balance is not locked: if the merchant spends it meanwhile, posting these entries is
 * refused as insufficient_funds, and whoever takes back tries again. What the same transaction gives the merchant is not
 * in its balance yet; `incomingMinor` of it can be taken as well.
 */
export async function takeBack(
  tx: Tx,
  pspId: number,
  to: AccountOwner,
  asset: AssetCode,
  amountMinor: bigint,
  incomingMinor = 0n,
): Promise<TakenBack> {
  const balance = (await readBalance(tx, availableTo(pspId), asset)) + incomingMinor;
  const coveredMinor = balance < amountMinor ? balance : amountMinor;
  const lossMinor = amountMinor - coveredMinor;
  return {
    entries: [
      ...(coveredMinor === 0n ? [] : transfer(availableTo(pspId), to, asset, coveredMinor)),
      ...(lossMinor === 0n ? [] : transfer(lossAccount, to, asset, lossMinor)),
    ],
    lossMinor,
  };
}
