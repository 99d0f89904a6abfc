import type { Sql } from '../../platform/postgres/database.ts';
import type { Tag } from '../../platform/postgres/sql.ts';
import type { CoinCode } from '../assets/asset.rules.ts';

export interface StateRow {
  coin: CoinCode;
  network: string;
  height: bigint;
  hash: string;
  caught_up_at: Date | null;
  fee_rate: bigint | null;
  node_height: bigint;
  fault: string | null;
  age_ms: number;
}

export async function selectStates(sql: Tag): Promise<StateRow[]> {
  return sql<StateRow[]>`
    select coin, network, height, hash, caught_up_at, fee_rate, node_height, fault,
      (extract(epoch from clock_timestamp() - checked_at) * 1000)::float8 as age_ms
    from merchant.chain_states order by coin`;
}

export async function selectState(sql: Tag, coin: CoinCode): Promise<StateRow | undefined> {
  const [row] = await sql<StateRow[]>`
    select coin, network, height, hash, caught_up_at, fee_rate, node_height, fault,
      (extract(epoch from clock_timestamp() - checked_at) * 1000)::float8 as age_ms
    from merchant.chain_states where coin = ${coin}`;
  return row;
}

export async function listChainIdentities(
  sql: Sql,
): Promise<{ coin: CoinCode; network: string; account: string }[]> {
  return sql<{ coin: CoinCode; network: string; account: string }[]>`
    select coin, network, account from merchant.chain_states`;
}
