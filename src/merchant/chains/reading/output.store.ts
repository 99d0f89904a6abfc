import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressPurpose } from '../receipts/receipt.rules.ts';
import type { OutputOwner } from '../reviews/review.rules.ts';

/** A watched address. All fields but `destination` are null if a restored database lacks the assignment of the address. */
interface WatchedRow {
  destination: string;
  purpose: AddressPurpose | null;
  subject_id: string | null;
  created_at: Date | null;
}

export async function findWatched(
  tx: Tx,
  coin: CoinCode,
  destinations: readonly string[],
): Promise<WatchedRow[]> {
  return tx<WatchedRow[]>`
    select watched.* from unnest(${destinations}::text[]) as given (destination) cross join lateral (
      select destination,
        case when purpose <> 'lost' then purpose end as purpose,
        case when purpose <> 'lost' then subject_id end as subject_id,
        case when purpose <> 'lost' then created_at end as created_at
      from merchant.chain_addresses a
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
  /** Both null while it is unconfirmed. */
  height: number | null;
  minedAt: Date | null;
  /** True if it has to be screened before it is credited. */
  screened: boolean;
  /** Confirmations that the network requires before it can be spent. */
  maturity: number;
}

/**
 * Stores outputs. An output in a block stays there even if the node also lists it as unconfirmed.
 *
 * The owner and the time at which an output was first seen never change. A destination tag that is assigned later must
 * not claim earlier receipts. A miner may date its block an hour back, so that coins that came too late would count as
 * paid in time. The time at which it was first mined does not change either, and is never before the time up to which
 * the chain had been read without it.
 */
export async function saveOutputs(
  tx: Tx,
  coin: CoinCode,
  outputs: readonly OutputRow[],
): Promise<OutputOwner[]> {
  if (outputs.length === 0) return [];
  return tx<OutputOwner[]>`
    insert into merchant.chain_outputs as before (
      coin, transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height,
      maturity, unconfirmed, screening, mined_at)
    select ${coin}, transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height,
      maturity, block_height is null, case when screened then 'unasked' end,
      case when given.mined_at is not null then greatest(given.mined_at, given.first_seen_at, (
        select caught_up_at from merchant.chain_states where coin = ${coin})) end
    from unnest(
      ${outputs.map((output) => output.transactionId)}::text[], ${outputs.map((output) => output.index)}::integer[],
      ${outputs.map((output) => output.destination)}::text[], ${outputs.map((output) => output.amountMinor)}::numeric[],
      ${outputs.map((output) => output.purpose)}::text[], ${outputs.map((output) => output.subjectId)}::uuid[],
      ${outputs.map((output) => output.firstSeenAt.toISOString())}::timestamptz[],
      ${outputs.map((output) => output.height)}::bigint[], ${outputs.map((output) => output.maturity)}::integer[],
      ${outputs.map((output) => output.minedAt?.toISOString() ?? null)}::timestamptz[],
      ${outputs.map((output) => output.screened)}::boolean[])
      as given (
        transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height, maturity,
        mined_at, screened)
    on conflict (coin, transaction_id, output_index) do update set
      block_height = coalesce(excluded.block_height, before.block_height),
      unconfirmed = coalesce(excluded.block_height, before.block_height) is null,
      mined_at = coalesce(before.mined_at, excluded.mined_at)
    returning purpose, subject_id`;
}

interface SpentOutput {
  transactionId: string;
  index: number;
  spentBy: string;
  height: number;
}

export async function markSpent(
  tx: Tx,
  coin: CoinCode,
  spent: readonly SpentOutput[],
): Promise<OutputOwner[]> {
  if (spent.length === 0) return [];
  return tx<OutputOwner[]>`
    update merchant.chain_outputs o set spent_by = given.spent_by, spent_height = given.height
    from unnest(
      ${spent.map((output) => output.transactionId)}::text[], ${spent.map((output) => output.index)}::integer[],
      ${spent.map((output) => output.spentBy)}::text[], ${spent.map((output) => output.height)}::bigint[])
      as given (transaction_id, output_index, spent_by, height)
    where o.coin = ${coin} and o.transaction_id = given.transaction_id and o.output_index = given.output_index
    returning o.purpose, o.subject_id`;
}

export async function listUnconfirmedIds(tx: Tx, coin: CoinCode): Promise<string[]> {
  const rows = await tx<{ transaction_id: string }[]>`
    select distinct transaction_id from merchant.chain_outputs where coin = ${coin} and unconfirmed`;
  return rows.map((row) => row.transaction_id);
}

export async function markGone(tx: Tx, coin: CoinCode, ids: readonly string[]): Promise<OutputOwner[]> {
  if (ids.length === 0) return [];
  return tx<OutputOwner[]>`
    update merchant.chain_outputs set unconfirmed = false
    where coin = ${coin} and unconfirmed and transaction_id = any(${ids}::text[])
    returning purpose, subject_id`;
}
