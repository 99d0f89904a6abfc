import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Affected } from './block.store.ts';

export interface Spend {
  /** As the chain names it. */
  readonly spend: string;
  /** The output that it may mean, where it has that form. */
  readonly transactionId: string | null;
  readonly index: number | null;
}

export interface FoundSpend {
  /** Where in what was given. */
  position: number;
  is_output: boolean;
  claimed_by: string | null;
}

/** Those that use up an output of ours, or what a transaction of ours has claimed. */
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
      select transaction_id from merchant.chain_claims c
      where c.coin = ${coin} and c.spend = given.spend limit 1
    ) claim on true
    where output.found is not null or claim.transaction_id is not null`;
}

export interface SpentOutput {
  transactionId: string;
  index: number;
  spentBy: string;
  height: number;
}

export async function markSpent(tx: Tx, coin: CoinCode, spent: readonly SpentOutput[]): Promise<Affected[]> {
  if (spent.length === 0) return [];
  return tx<Affected[]>`
    update merchant.chain_outputs o set spent_by = given.spent_by, spent_height = given.height
    from unnest(
      ${spent.map((output) => output.transactionId)}::text[], ${spent.map((output) => output.index)}::integer[],
      ${spent.map((output) => output.spentBy)}::text[], ${spent.map((output) => output.height)}::bigint[])
      as given (transaction_id, output_index, spent_by, height)
    where o.coin = ${coin} and o.transaction_id = given.transaction_id and o.output_index = given.output_index
    returning o.purpose, o.subject_id`;
}

/** Transactions of ours that others have excluded: the deepest of those counts. */
export async function markExcluded(
  tx: Tx,
  coin: CoinCode,
  excluded: readonly { transactionId: string; height: number }[],
): Promise<string[]> {
  if (excluded.length === 0) return [];
  const rows = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent t set excluded_height = least(t.excluded_height, given.height)
    from (
      select transaction_id, min(height) as height
      from unnest(
        ${excluded.map((item) => item.transactionId)}::text[], ${excluded.map((item) => item.height)}::bigint[])
        as item (transaction_id, height)
      group by transaction_id
    ) given
    where t.coin = ${coin} and t.transaction_id = given.transaction_id
    returning t.subject_id`;
  return rows.map((row) => row.subject_id);
}

export interface WaitingSent {
  transaction_id: string;
  unconfirmed: boolean;
}

export async function listWaitingSent(tx: Tx, coin: CoinCode): Promise<WaitingSent[]> {
  return tx<WaitingSent[]>`
    select transaction_id, unconfirmed from merchant.chain_sent where coin = ${coin} and block_height is null`;
}

export interface SentPlace {
  transactionId: string;
  height: number | null;
  unconfirmed: boolean;
}

export async function placeSent(tx: Tx, coin: CoinCode, places: readonly SentPlace[]): Promise<string[]> {
  if (places.length === 0) return [];
  const rows = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent t set block_height = given.height, unconfirmed = given.unconfirmed
    from unnest(
      ${places.map((place) => place.transactionId)}::text[], ${places.map((place) => place.height)}::bigint[],
      ${places.map((place) => place.unconfirmed)}::boolean[]) as given (transaction_id, height, unconfirmed)
    where t.coin = ${coin} and t.transaction_id = given.transaction_id
    returning t.subject_id`;
  return rows.map((row) => row.subject_id);
}

export async function listUnconfirmedIds(tx: Tx, coin: CoinCode): Promise<string[]> {
  const rows = await tx<{ transaction_id: string }[]>`
    select distinct transaction_id from merchant.chain_outputs where coin = ${coin} and unconfirmed`;
  return rows.map((row) => row.transaction_id);
}

export async function markGone(tx: Tx, coin: CoinCode, ids: readonly string[]): Promise<Affected[]> {
  if (ids.length === 0) return [];
  return tx<Affected[]>`
    update merchant.chain_outputs set unconfirmed = false
    where coin = ${coin} and unconfirmed and transaction_id = any(${ids}::text[])
    returning purpose, subject_id`;
}

/** Whose height has come. */
export async function takeHeightReviews(
  tx: Tx,
  coin: CoinCode,
  height: number,
): Promise<{ affected: Affected[]; payoutIds: string[] }> {
  const affected = await tx<Affected[]>`
    update merchant.chain_outputs set review_height = null
    where coin = ${coin} and review_height <= ${height} returning purpose, subject_id`;
  const sent = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent set review_height = null
    where coin = ${coin} and review_height <= ${height} returning subject_id`;
  return { affected, payoutIds: sent.map((row) => row.subject_id) };
}
