import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { OutputOwner } from '../reviews/review.rules.ts';

interface Collected {
  readonly transactionId: string;
  readonly height: number;
  /** Amount that it moved, including its fee. */
  readonly takenMinor: bigint;
}

/**
 * Marks the outputs that a collection was signed for as spent by it, and stores the rest at the address as a new
 * output, like change. Ignores transactions that were signed without outputs, such as payouts from an account's
 * balance. Collections are saved one at a time, in chain order, because the next one of an address spends the rest of
 * the previous one, and a reorganisation may bring both in one step.
 */
export async function saveCollected(
  tx: Tx,
  coin: CoinCode,
  { transactionId, height, takenMinor }: Collected,
  seenAt: Date,
): Promise<OutputOwner[]> {
  return tx<OutputOwner[]>`
    with used as (
      update merchant.chain_outputs o set spent_by = ${transactionId}, spent_height = ${height}
      from merchant.chain_sent_spends s
      where s.coin = ${coin} and s.transaction_id = ${transactionId}
        and o.coin = ${coin} and o.transaction_id = split_part(s.spend, ':', 1)
        and o.output_index::text = split_part(s.spend, ':', 2)
      returning o.destination, o.amount
    )
    insert into merchant.chain_outputs (
      coin, transaction_id, output_index, destination, amount, purpose, subject_id, first_seen_at, block_height,
      maturity, unconfirmed, mined_at)
    select t.coin, t.transaction_id, 1, used.destination, sum(used.amount) - ${takenMinor}::numeric, 'funds', t.subject_id,
      ${seenAt}::timestamptz, ${height}::bigint, 0, false, ${seenAt}::timestamptz
    from used join merchant.chain_sent t on t.coin = ${coin} and t.transaction_id = ${transactionId}
    group by t.coin, t.transaction_id, used.destination, t.subject_id
    having sum(used.amount) > ${takenMinor}::numeric
    on conflict (coin, transaction_id, output_index) do update set
      block_height = excluded.block_height, amount = excluded.amount, unconfirmed = false
    returning purpose, subject_id`;
}
