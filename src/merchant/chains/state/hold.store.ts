import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/**
 * In one order, and shared: only whoever reads a chain waits, and only until the commit. Gives those of which what is
 * stored is between two branches: coins that are on both look gone there.
 */
export async function lockStates(tx: Tx, coins: readonly CoinCode[]): Promise<CoinCode[]> {
  const rows = await tx<{ coin: CoinCode; fault: string | null }[]>`
    select coin, fault from merchant.chain_states where coin = any(${coins}::text[]) order by coin for share`;
  return rows.filter((row) => row.fault === 'reorganising').map((row) => row.coin);
}
