import type { Tx } from '../../platform/postgres/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';

/** In one order, and shared: only whoever reads a chain waits, and only until the commit. */
export async function lockStates(tx: Tx, coins: readonly CoinCode[]): Promise<void> {
  await tx`select from merchant.chain_states where coin = any(${coins}::text[]) order by coin for share`;
}
