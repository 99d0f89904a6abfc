import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { lockStates } from './chain-state.store.ts';
import { nodeUnavailable } from './get-chain-state.ts';

/**
 * Until the commit nothing more is read of these chains: what several statements see of them is of one moment. Throws
 * `node_unavailable` in the middle of a long reorganisation, where nothing may be concluded from what is missing.
 */
export async function holdChains(tx: Tx, coins: readonly CoinCode[]): Promise<void> {
  const [unsettled] = await lockStates(tx, coins);
  if (unsettled !== undefined) throw nodeUnavailable(unsettled);
}
