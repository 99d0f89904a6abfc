import type { Tag } from '../../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';

export async function sumOutputs(
  sql: Tag,
  coin: CoinCode,
  to: { address: string; destinationTag: string | null },
): Promise<bigint> {
  const [row] = await sql<{ sum: bigint }[]>`
    select coalesce(sum(amount), 0) as sum from merchant.simulated_outputs
    where coin = ${coin} and address = ${to.address} and destination_tag is not distinct from ${to.destinationTag}`;
  return row?.sum ?? 0n;
}
