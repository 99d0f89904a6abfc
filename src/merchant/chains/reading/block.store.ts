import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Changed, OutputOwner } from '../reviews/review.rules.ts';

/** Returns the newest stored blocks, newest first. There are gaps among old ones. */
export async function listBlockHashes(
  sql: Sql,
  coin: CoinCode,
  limit: number,
): Promise<{ height: bigint; hash: string }[]> {
  return sql<{ height: bigint; hash: string }[]>`
    select height, hash from merchant.chain_blocks where coin = ${coin} order by height desc limit ${limit}`;
}

interface BlockRow {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
}

export async function insertBlocks(tx: Tx, coin: CoinCode, blocks: readonly BlockRow[]): Promise<void> {
  await tx`
    insert into merchant.chain_blocks (coin, height, hash, parent_hash)
    select ${coin}, * from unnest(
      ${blocks.map((block) => block.height)}::bigint[], ${blocks.map((block) => block.hash)}::text[],
      ${blocks.map((block) => block.parentHash)}::text[])`;
}

/**
 * Deletes the blocks above the fork and everything read from them. Transactions in `waiting` become unconfirmed again.
 */
export async function unwindBlocks(
  tx: Tx,
  coin: CoinCode,
  fork: number,
  waiting: readonly string[],
): Promise<Changed> {
  await tx`delete from merchant.chain_blocks where coin = ${coin} and height > ${fork}`;
  // One statement for both changes: an output may have been created and spent above the fork.
  const outputs = await tx<OutputOwner[]>`
    update merchant.chain_outputs set
      block_height = case when block_height <= ${fork} then block_height end,
      unconfirmed = case when block_height > ${fork} then transaction_id = any(${waiting}::text[]) else unconfirmed end,
      spent_by = case when spent_height <= ${fork} then spent_by end,
      spent_height = case when spent_height <= ${fork} then spent_height end
    where coin = ${coin} and (block_height > ${fork} or spent_height > ${fork})
    returning purpose, subject_id`;
  const outgoing = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent set
      block_height = case when block_height <= ${fork} then block_height end,
      excluded_height = case when excluded_height <= ${fork} then excluded_height end,
      excluded_by = case when excluded_height <= ${fork} then excluded_by end
    where coin = ${coin} and (block_height > ${fork} or excluded_height > ${fork})
    returning subject_id`;
  return { outputs, payoutIds: outgoing.map((row) => row.subject_id) };
}

/** Deletes deep blocks without receipts or transactions of ours. */
export async function deleteOldBlocks(tx: Tx, coin: CoinCode, below: number): Promise<void> {
  await tx`
    delete from merchant.chain_blocks b
    where coin = ${coin} and height < ${below} and not exists (
      select from merchant.chain_outputs o where o.coin = b.coin and o.block_height = b.height)`;
}

/**
 * Makes PostgreSQL use indexes and plan each statement again until the commit. Otherwise a wrong row estimate, or a
 * cached plan from when the table was small, causes a table scan for every output of a block.
 */
export async function forceIndexPlans(tx: Tx): Promise<void> {
  await tx`
    select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`;
}
