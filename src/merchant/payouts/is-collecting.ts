import type { Tx } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { readLastNumber, type Account } from './numbers/number.store.ts';
import { findCollection, hasCollected, lockWallet } from './payout.store.ts';

/**
 * Whether coins are on their way from there already, or were brought with this number, which only a node that is behind
 * calls the next. Until the commit nobody else begins to move any.
 */
export async function isCollecting(tx: Tx, coin: CoinCode, source: string, next: bigint): Promise<boolean> {
  await lockWallet(tx, coin);
  return (await findCollection(tx, coin, source)) || (await hasCollected(tx, coin, { source, number: next }));
}

/** Whether numbers were given out that the account has not used: `next` is the first that it has not. */
export async function isPaying(tx: Tx, account: Account, next: bigint): Promise<boolean> {
  const last = await readLastNumber(tx, account);
  return last !== null && last >= next;
}
