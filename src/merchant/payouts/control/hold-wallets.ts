import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { lockWallet } from '../payout.store.ts';

/** Until the commit nobody chooses coins of these wallets, or gives out a number of them; in one order, never crosswise. */
export async function holdWallets(tx: Tx, coins: readonly CoinCode[]): Promise<void> {
  for (const coin of coins.toSorted()) await lockWallet(tx, coin);
}
