import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

interface Spend {
  /** As the chain names it. */
  readonly spend: string;
  /** With `index` the output that it means, where it has the form of one. */
  readonly transactionId: string | null;
  readonly index: number | null;
}

interface FoundSpend {
  /** In the list that was given, from 1. */
  position: number;
  is_output: boolean;
  claimed_by: string | null;
}

/** Far more than are ever signed of one payment. The limit makes PostgreSQL look each spend up by the key. */
const mostVariants = 1000;

/** Those that use up an output of ours, or what transactions of ours would use up: one row for each of these. */
export async function findSpends(tx: Tx, coin: CoinCode, spends: readonly Spend[]): Promise<FoundSpend[]> {
  return tx<FoundSpend[]>`
    select given.position::integer, output.found is not null as is_output, claim.transaction_id as claimed_by
    from unnest(
      ${spends.map((spend) => spend.spend)}::text[], ${spends.map((spend) => spend.transactionId)}::text[],
      ${spends.map((spend) => spend.index)}::integer[])
      with ordinality as given (spend, transaction_id, output_index, position)
    left join lateral (
      select true as found from merchant.chain_outputs o
      where o.coin = ${coin} and o.transaction_id = given.transaction_id and o.output_index = given.output_index
      limit 1
    ) output on true
    left join lateral (
      select transaction_id from merchant.chain_sent_spends c
      where c.coin = ${coin} and c.spend = given.spend limit ${mostVariants}
    ) claim on true
    where output.found is not null or claim.transaction_id is not null`;
}

/** Notes which transaction excludes one of ours, and its height: the lowest, where there are several. */
export async function markExcluded(
  tx: Tx,
  coin: CoinCode,
  excluded: readonly { transactionId: string; height: number; by: string }[],
): Promise<string[]> {
  if (excluded.length === 0) return [];
  const rows = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent t set
      excluded_by = case when t.excluded_height <= given.height then t.excluded_by else given.excluded_by end,
      excluded_height = least(t.excluded_height, given.height)
    from (
      select distinct on (transaction_id) transaction_id, height, excluded_by
      from unnest(
        ${excluded.map((item) => item.transactionId)}::text[], ${excluded.map((item) => item.height)}::bigint[],
        ${excluded.map((item) => item.by)}::text[])
        as item (transaction_id, height, excluded_by)
      order by transaction_id, height
    ) given
    where t.coin = ${coin} and t.transaction_id = given.transaction_id
    returning t.subject_id`;
  return rows.map((row) => row.subject_id);
}

/** A transaction of ours that is in no block; the outgoing transactions lie in `chain_sent`. */
interface WaitingOutgoing {
  transaction_id: string;
  unconfirmed: boolean;
}

export async function listWaitingOutgoing(tx: Tx, coin: CoinCode): Promise<WaitingOutgoing[]> {
  return tx<WaitingOutgoing[]>`
    select transaction_id, unconfirmed from merchant.chain_sent where coin = ${coin} and block_height is null`;
}

/** Where the node has a transaction of ours: in a block, among those that wait, or, with neither, nowhere. */
export interface OutgoingPlace {
  readonly transactionId: string;
  readonly height: number | null;
  readonly unconfirmed: boolean;
  /** As `ChainTransaction.failed`. */
  readonly failed: boolean;
  /** As `ChainTransaction.feeMinor`. */
  readonly feeMinor: bigint | null;
}

export async function placeOutgoing(
  tx: Tx,
  coin: CoinCode,
  places: readonly OutgoingPlace[],
): Promise<string[]> {
  if (places.length === 0) return [];
  const rows = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent t set
      block_height = given.height, unconfirmed = given.unconfirmed, failed = given.failed, fee = given.fee
    from unnest(
      ${places.map((place) => place.transactionId)}::text[], ${places.map((place) => place.height)}::bigint[],
      ${places.map((place) => place.unconfirmed)}::boolean[], ${places.map((place) => place.failed)}::boolean[],
      ${places.map((place) => place.feeMinor)}::numeric[])
      as given (transaction_id, height, unconfirmed, failed, fee)
    where t.coin = ${coin} and t.transaction_id = given.transaction_id
    returning t.subject_id`;
  return rows.map((row) => row.subject_id);
}
