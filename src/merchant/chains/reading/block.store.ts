import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressPurpose } from '../receipts/receipt.rules.ts';

/** Whose state changed with the chain. */
export interface Affected {
  purpose: AddressPurpose | null;
  subject_id: string | null;
}

export interface BlockRow {
  height: number;
  hash: string;
  parentHash: string;
  minedAt: Date;
}

/** The newest stored blocks, newest first; older ones have gaps. */
export async function listBlockHashes(
  sql: Sql,
  coin: CoinCode,
  limit: number,
): Promise<{ height: bigint; hash: string }[]> {
  return sql<{ height: bigint; hash: string }[]>`
    select height, hash from merchant.chain_blocks where coin = ${coin} order by height desc limit ${limit}`;
}

export async function insertBlocks(tx: Tx, coin: CoinCode, blocks: readonly BlockRow[]): Promise<void> {
  await tx`
    insert into merchant.chain_blocks (coin, height, hash, parent_hash, mined_at)
    select ${coin}, * from unnest(
      ${blocks.map((block) => block.height)}::bigint[], ${blocks.map((block) => block.hash)}::text[],
      ${blocks.map((block) => block.parentHash)}::text[],
      ${blocks.map((block) => block.minedAt.toISOString())}::timestamptz[])`;
}

/** Takes the blocks above a height out of everything that was read from them. */
export async function unwindBlocks(
  tx: Tx,
  coin: CoinCode,
  fork: number,
): Promise<{ affected: Affected[]; payoutIds: string[] }> {
  await tx`delete from merchant.chain_blocks where coin = ${coin} and height > ${fork}`;
  // One statement for both: an output may have been made and spent above the fork.
  const affected = await tx<Affected[]>`
    update merchant.chain_outputs set
      block_height = case when block_height <= ${fork} then block_height end,
      spent_by = case when spent_height <= ${fork} then spent_by end,
      spent_height = case when spent_height <= ${fork} then spent_height end
    where coin = ${coin} and (block_height > ${fork} or spent_height > ${fork})
    returning purpose, subject_id`;
  const sent = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent set
      block_height = case when block_height <= ${fork} then block_height end,
      excluded_height = case when excluded_height <= ${fork} then excluded_height end
    where coin = ${coin} and (block_height > ${fork} or excluded_height > ${fork})
    returning subject_id`;
  return { affected, payoutIds: sent.map((row) => row.subject_id) };
}

/** Blocks that nobody will ask for again: deep, and without anything of ours. */
export async function deleteOldBlocks(tx: Tx, coin: CoinCode, below: number): Promise<void> {
  await tx`
    delete from merchant.chain_blocks b
    where coin = ${coin} and height < ${below} and not exists (
      select from merchant.chain_outputs o where o.coin = b.coin and o.block_height = b.height)`;
}

/**
 * The tables that grow are looked up by key, however small PostgreSQL believes them to be or has found them once: a plan
 * that scans would be repeated for every output of a block.
 */
export async function lookUpByKey(tx: Tx): Promise<void> {
  await tx`
    select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)`;
}

export interface WatchedRow {
  destination: string;
  purpose: AddressPurpose;
  subject_id: string;
  created_at: Date;
}

export async function findWatched(
  tx: Tx,
  coin: CoinCode,
  destinations: readonly string[],
): Promise<WatchedRow[]> {
  return tx<WatchedRow[]>`
    select watched.* from unnest(${destinations}::text[]) as given (destination) cross join lateral (
      select destination, purpose, subject_id, created_at from merchant.chain_addresses a
      where a.coin = ${coin} and a.destination = given.destination limit 1
    ) watched`;
}

export interface OutputRow {
  transactionId: string;
  index: number;
  destination: string;
  amountMinor: bigint;
  purpose: AddressPurpose | null;
  subjectId: string | null;
  firstSeenAt: Date;
  /** Null while it waits for a block. */
  height: number | null;
  /** Confirmations that it needs to be spent. */
  maturity: number;
}

/**
 * What is in a block stays there when it is also said to wait. Whom an output was for is decided when it is first seen:
 * a tag that was handed out later must not claim what came before. When that was stays too: a miner may date its block
 * an hour back, and coins that were seen waiting too late would have come in time.
 */
export async function saveOutputs(
  tx: Tx,
  coin: CoinCode,
  outputs: readonly OutputRow[],
): Promise<Affected[]> {
  if (outputs.length === 0) return [];
  return tx<Affected[]>`
    insert into merchant.chain_outputs as before (
      coin, transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height,
      maturity, unconfirmed)
    select ${coin}, *, block_height is null from unnest(
      ${outputs.map((output) => output.transactionId)}::text[], ${outputs.map((output) => output.index)}::integer[],
      ${outputs.map((output) => output.destination)}::text[], ${outputs.map((output) => output.amountMinor)}::numeric[],
      ${outputs.map((output) => output.purpose)}::text[], ${outputs.map((output) => output.subjectId)}::uuid[],
      ${outputs.map((output) => output.firstSeenAt.toISOString())}::timestamptz[],
      ${outputs.map((output) => output.height)}::bigint[], ${outputs.map((output) => output.maturity)}::integer[])
      as given (
        transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height, maturity)
    on conflict (coin, transaction_id, output_index) do update set
      block_height = coalesce(excluded.block_height, before.block_height),
      unconfirmed = coalesce(excluded.block_height, before.block_height) is null
    returning purpose, subject_id`;
}
