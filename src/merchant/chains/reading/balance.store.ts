import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/**
 * Lists only addresses that customers pay to. The provider funds its own address by plain transfers, which every block
 * shows.
 */
export async function listNewest(sql: Sql, coin: CoinCode, since: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ destination: string }[]>`
    select destination from merchant.chain_addresses
    where coin = ${coin} and created_at >= ${since} and branch = 0 order by created_at desc limit ${limit}`;
  return rows.map((row) => row.destination);
}

/** Lists addresses in key order after the given one. An empty key starts from the beginning. */
export async function listInTurn(sql: Sql, coin: CoinCode, after: string, limit: number): Promise<string[]> {
  const rows = await sql<{ destination: string }[]>`
    select destination from merchant.chain_addresses
    where coin = ${coin} and destination > ${after} and branch = 0 order by destination limit ${limit}`;
  return rows.map((row) => row.destination);
}

export interface HoldingRow {
  destination: string;
  /** Sum of the known unspent outputs at the address. */
  known: bigint;
}

export async function listHoldings(
  tx: Tx,
  coin: CoinCode,
  destinations: readonly string[],
): Promise<HoldingRow[]> {
  return tx<HoldingRow[]>`
    select a.destination, (
      select coalesce(sum(o.amount), 0)::numeric(38, 0) from merchant.chain_outputs o
      where o.coin = a.coin and o.destination = a.destination and o.block_height is not null and o.spent_by is null
    ) as known
    from unnest(${destinations}::text[]) as given (destination)
    join merchant.chain_addresses a on a.coin = ${coin} and a.destination = given.destination`;
}
