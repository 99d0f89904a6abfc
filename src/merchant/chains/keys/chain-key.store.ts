import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export async function upsertChainKey(
  sql: Tag,
  row: { coin: CoinCode; sealedKey: Buffer; createdAt: Date },
): Promise<void> {
  await sql`
    insert into merchant.chain_keys (coin, sealed_key, created_at)
    values (${row.coin}, ${row.sealedKey}, ${row.createdAt})
    on conflict (coin) do update set sealed_key = excluded.sealed_key, created_at = excluded.created_at`;
}

export async function findSealedKey(sql: Tag, coin: CoinCode): Promise<Buffer | undefined> {
  const [row] = await sql<{ sealed_key: Buffer }[]>`
    select sealed_key from merchant.chain_keys where coin = ${coin}`;
  return row?.sealed_key;
}
