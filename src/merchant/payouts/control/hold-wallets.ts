import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { lockWallet } from '../payout.store.ts';

/**
 * Locks these wallets, so that no coins or sequence numbers are chosen until the commit. The coins are sorted to avoid
 * deadlocks.
 */
export async function holdWallets(tx: Tx, coins: readonly CoinCode[]): Promise<void> {
  for (const coin of coins.toSorted()) await lockWallet(tx, coin);
}
