import type { Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { readLastNumber, type Account } from './numbers/number.store.ts';
import { findCollection, hasCollected, lockWallet } from './payout.store.ts';

/**
 * Returns true if a collection from this source is under way, or if one has used this number, which happens with a
 * lagging node. Locks the wallet, so that no other collection starts before the commit.
 */
export async function isCollecting(tx: Tx, coin: CoinCode, source: string, next: bigint): Promise<boolean> {
  await lockWallet(tx, coin);
  return (await findCollection(tx, coin, source)) || (await hasCollected(tx, coin, { source, number: next }));
}

/** Returns true if payouts have numbers that the account has not used yet. `next` is the account's next number. */
export async function isPaying(tx: Tx, account: Account, next: bigint): Promise<boolean> {
  const last = await readLastNumber(tx, account);
  return last !== null && last >= next;
}
