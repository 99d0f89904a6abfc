import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

interface Spend {
  /** The spend in the chain's own notation. */
  readonly spend: string;
  /** Together with `index` the spent output, if the spend has the form of one. */
  readonly transactionId: string | null;
  readonly index: number | null;
}

interface FoundSpend {
  /** Position in the given list, from 1. */
  position: number;
  is_output: boolean;
  claimed_by: string | null;
}

/**
 * Limit of results per spend, far above the number of variants ever signed for one payment. With a limit PostgreSQL
 * looks up each spend by its key.
 */
const mostVariants = 1000;

/** Finds spends of outputs of ours, or of inputs that our own transactions use, with one row for each of these. */
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

/** Stores those of these unconfirmed transactions that this database did not sign. */
export async function insertWaitingSpends(
  tx: Tx,
  coin: CoinCode,
  transactionIds: readonly string[],
): Promise<void> {
  if (transactionIds.length === 0) return;
  await tx`
    insert into merchant.found_strangers (coin, transaction_id, waits)
    select distinct ${coin}::text, given.transaction_id, true from unnest(${transactionIds}::text[]) as given (transaction_id)
    where not exists (
      select from merchant.chain_sent t where t.coin = ${coin} and t.transaction_id = given.transaction_id)
    on conflict do nothing`;
}

/** Deletes all except those that are still unconfirmed. */
export async function deleteWaitingSpends(
  tx: Tx,
  coin: CoinCode,
  waiting: ReadonlySet<string>,
): Promise<void> {
  const rows = await tx<{ transaction_id: string }[]>`
    select transaction_id from merchant.found_strangers where coin = ${coin} and waits`;
  const gone = rows.map((row) => row.transaction_id).filter((id) => !waiting.has(id));
  if (gone.length === 0) return;
  await tx`
    delete from merchant.found_strangers
    where coin = ${coin} and waits and transaction_id = any(${gone}::text[])`;
}

interface Payment {
  readonly transactionId: string;
  readonly destination: string;
  readonly amountMinor: bigint;
}

/** Stores those of these mined payments that match an unfinished payout but were not signed with this database. */
export async function insertPaidElsewhere(
  tx: Tx,
  coin: CoinCode,
  payments: readonly Payment[],
): Promise<void> {
  await tx`
    insert into merchant.found_strangers (coin, transaction_id, waits)
    select distinct p.coin, given.transaction_id, false
    from unnest(
      ${payments.map((payment) => payment.transactionId)}::text[],
      ${payments.map((payment) => payment.destination)}::text[],
      ${payments.map((payment) => payment.amountMinor)}::numeric[])
      as given (transaction_id, destination, amount)
    join merchant.payouts p on p.coin = ${coin} and p.status = 'RESERVED' and p.source is null
      and p.destination = given.destination and p.amount = given.amount
    where not exists (
      select from merchant.chain_sent t where t.coin = p.coin and t.transaction_id = given.transaction_id)
    on conflict (coin, transaction_id) do update set waits = false`;
}

/** Stores which transaction excludes one of ours, and its height. The lowest height wins. */
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

/** An outgoing transaction in `chain_sent` that is in no block. */
interface WaitingOutgoing {
  transaction_id: string;
  unconfirmed: boolean;
}

export async function listWaitingOutgoing(tx: Tx, coin: CoinCode): Promise<WaitingOutgoing[]> {
  return tx<WaitingOutgoing[]>`
    select transaction_id, unconfirmed from merchant.chain_sent where coin = ${coin} and block_height is null`;
}

/** Place of an outgoing transaction at the node: in a block, unconfirmed, or (with neither) absent. */
export interface OutgoingPlace {
  readonly transactionId: string;
  readonly height: number | null;
  readonly unconfirmed: boolean;
  /** See `ChainTransaction.failed`. */
  readonly failed: boolean;
  /** See `ChainTransaction.feeMinor`. */
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
