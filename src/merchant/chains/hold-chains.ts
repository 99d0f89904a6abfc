import type { Tx } from '../../platform/postgres/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { lockStates } from './hold.store.ts';

/** Until the commit nothing more is read of these chains: what several statements see of them is of one moment. */
export function holdChains(tx: Tx, coins: readonly CoinCode[]): Promise<void> {
  return lockStates(tx, coins);
}
