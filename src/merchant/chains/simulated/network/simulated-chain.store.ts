import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';

export interface Tip {
  coin: CoinCode;
  height: number;
  hash: string;
  /** Minimum fee rate of a block, in the coin's unit. 0 accepts any. */
  minimumFeeRate: bigint;
}

interface TipRow {
  coin: CoinCode;
  height: bigint;
  hash: string;
  minimum_fee_rate: bigint;
}

const toTip = (row: TipRow): Tip => ({
  coin: row.coin,
  height: Number(row.height),
  hash: row.hash,
  minimumFeeRate: row.minimum_fee_rate,
});

export async function findTip(sql: Tag, coin: CoinCode): Promise<Tip | undefined> {
  const [row] = await sql<TipRow[]>`
    select coin, height, hash, minimum_fee_rate from merchant.simulated_chains where coin = ${coin}`;
  return row && toTip(row);
}

/** Returns false if the chain exists. Its creator holds its lock until the commit. */
export async function insertChain(tx: Tx, tip: Omit<Tip, 'minimumFeeRate'>): Promise<boolean> {
  const rows = await tx`
    insert into merchant.simulated_chains (coin, height, hash) values (${tip.coin}, ${tip.height}, ${tip.hash})
    on conflict do nothing returning coin`;
  return rows.length > 0;
}

export async function lockTip(tx: Tx, coin: CoinCode): Promise<Tip> {
  const [row] = await tx<TipRow[]>`
    select coin, height, hash, minimum_fee_rate from merchant.simulated_chains where coin = ${coin} for update`;
  if (!row) throw new Error(`there is no simulated chain of ${coin}`);
  return toTip(row);
}

/** Locks the chains whose last block is old enough. Skips a chain that another process is changing. */
export async function lockDueTips(tx: Tx, coins: readonly CoinCode[], blockSeconds: number): Promise<Tip[]> {
  const rows = await tx<TipRow[]>`
    select coin, height, hash, minimum_fee_rate from merchant.simulated_chains
    where coin = any(${coins}) and mined_at <= clock_timestamp() - make_interval(secs => ${blockSeconds})
    order by coin for update skip locked`;
  return rows.map(toTip);
}

export async function setMinimumFeeRate(tx: Tx, coin: CoinCode, minimumFeeRate: bigint): Promise<void> {
  await tx`update merchant.simulated_chains set minimum_fee_rate = ${minimumFeeRate} where coin = ${coin}`;
}

export interface Block {
  height: number;
  hash: string;
  parentHash: string;
}

/** Extends the chain. Only the newest `keptBlocks` blocks are kept. Outputs of older ones can still be spent. */
export async function appendBlocks(
  tx: Tx,
  coin: CoinCode,
  blocks: readonly Block[],
  minedAt: Date,
  keptBlocks: number,
): Promise<void> {
  await tx`
    with added as (
      insert into merchant.simulated_blocks (coin, height, hash, parent_hash, mined_at)
      select ${coin}, height, hash, parent_hash, ${minedAt}::timestamptz
      from unnest(
        ${blocks.map((block) => block.height)}::bigint[], ${blocks.map((block) => block.hash)}::text[],
        ${blocks.map((block) => block.parentHash)}::text[]) as block (height, hash, parent_hash)
    ), forgotten as (
      delete from merchant.simulated_blocks
      where coin = ${coin} and height <= ${(blocks.at(-1)?.height ?? 0) - keptBlocks}
    )
    update merchant.simulated_chains
    set height = ${blocks.at(-1)?.height}, hash = ${blocks.at(-1)?.hash}, mined_at = clock_timestamp()
    where coin = ${coin}`;
}

export async function deleteBlocksAbove(tx: Tx, coin: CoinCode, height: number): Promise<void> {
  await tx`delete from merchant.simulated_blocks where coin = ${coin} and height > ${height}`;
}

export async function findBlockHash(tx: Tx, coin: CoinCode, height: number): Promise<string | undefined> {
  const [row] = await tx<{ hash: string }[]>`
    select hash from merchant.simulated_blocks where coin = ${coin} and height = ${height}`;
  return row?.hash;
}
