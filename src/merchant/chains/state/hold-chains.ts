import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { lockStates } from './chain-state.store.ts';
import { nodeUnavailable } from './get-chain-state.ts';

/**
 * Blocks the readers of these chains until the commit, so that several statements see one state. Throws
 * `node_unavailable` during a long reorganisation, because nothing can be concluded from missing transactions then.
 */
export async function holdChains(tx: Tx, coins: readonly CoinCode[]): Promise<void> {
  const [unsettled] = await lockStates(tx, coins);
  if (unsettled !== undefined) throw nodeUnavailable(unsettled);
}
