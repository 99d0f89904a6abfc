import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { lockTip, setMinimumFeeRate } from './simulated-chain.store.ts';

/** From the next block on, miners take nothing that pays less; 0: they take anything. */
export async function demandFeeRate(tx: Tx, coin: CoinCode, minimumFeeRate: bigint): Promise<void> {
  await lockTip(tx, coin);
  await setMinimumFeeRate(tx, coin, minimumFeeRate);
}
