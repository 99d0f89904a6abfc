import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/** Only what customers pay to: the provider's own coins come by plain transfers, or are told by people. */
export async function listNewest(sql: Sql, coin: CoinCode, since: Date, limit: number): Promise<string[]> {
  const rows = await sql<{ destination: string }[]>`
    select destination from merchant.chain_addresses
    where coin = ${coin} and created_at >= ${since} and branch = 0 order by created_at desc limit ${limit}`;
  return rows.map((row) => row.destination);
}

/** By the key, from one on; at the end it begins anew with an empty one. */
export async function listInTurn(sql: Sql, coin: CoinCode, after: string, limit: number): Promise<string[]> {
  const rows = await sql<{ destination: string }[]>`
    select destination from merchant.chain_addresses
    where coin = ${coin} and destination > ${after} and branch = 0 order by destination limit ${limit}`;
  return rows.map((row) => row.destination);
}

export interface HoldingRow {
  destination: string;
  /** What is known to lie there. */
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
