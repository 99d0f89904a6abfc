import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressPurpose } from '../receipts/receipt.rules.ts';
import type { OutputOwner } from '../reviews/review.rules.ts';

/** All else is null where the owner is unknown: the address was given out in lost time. */
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
  /** Both null while it waits for a block. */
  height: number | null;
  minedAt: Date | null;
  /** Whether screening is to be asked before it is credited. */
  screened: boolean;
  /** Confirmations that the network asks for before it can be spent. */
  maturity: number;
}

/**
 * An output that is in a block stays there, also where the node lists it among those that wait. Two things are decided
 * when it is first seen, and stay. Whom it was for: a destination tag that is handed out later must not claim what came
 * before. When it was seen: a miner may date its block an hour back, and coins that were first seen too late would then
 * count as paid in time. When it was first in a block stays as well, and is never before the moment up to which the chain
 * had been read without finding it.
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
