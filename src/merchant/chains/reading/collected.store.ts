import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { OutputOwner } from '../reviews/review.rules.ts';

interface Collected {
  readonly transactionId: string;
  readonly height: number;
  /** What it has moved, with its fee. */
  readonly takenMinor: bigint;
}

/**
 * What a collection was signed for is spent by it, and what it left at the address is there as an output of its own: the
 * change, as it were. Only transactions that were signed for outputs: what an account pays from what it has is none.
 */
export async function saveCollected(
  tx: Tx,
  coin: CoinCode,
  collected: readonly Collected[],
  seenAt: Date,
): Promise<OutputOwner[]> {
  return tx<OutputOwner[]>`
    with given as (
      select * from unnest(
        ${collected.map((one) => one.transactionId)}::text[], ${collected.map((one) => one.height)}::bigint[],
        ${collected.map((one) => one.takenMinor)}::numeric[]) as given (transaction_id, height, taken)
    ), used as (
      update merchant.chain_outputs o set spent_by = given.transaction_id, spent_height = given.height
      from given join merchant.chain_sent_spends s on s.coin = ${coin} and s.transaction_id = given.transaction_id
      where o.coin = ${coin} and o.transaction_id = split_part(s.spend, ':', 1)
        and o.output_index::text = split_part(s.spend, ':', 2)
      returning given.transaction_id, o.destination, o.amount
    )
    insert into merchant.chain_outputs as before (
      coin, transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height,
      maturity, unconfirmed, mined_at)
    select ${coin}, given.transaction_id, 1, used.destination, sum(used.amount) - given.taken, 'funds', t.subject_id,
      ${seenAt}::timestamptz, given.height, 0, false, ${seenAt}::timestamptz
    from used join given using (transaction_id)
    join merchant.chain_sent t on t.coin = ${coin} and t.transaction_id = given.transaction_id
    group by given.transaction_id, given.taken, given.height, used.destination, t.subject_id
    having sum(used.amount) > given.taken
    on conflict (coin, transaction_id, output_index) do update set
      block_height = excluded.block_height, amount = excluded.amount, unconfirmed = false
    returning purpose, subject_id`;
}
