import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { lockStates } from '../state/chain-state.store.ts';
import type { Review } from './review.rules.ts';

export async function insertReviews(tx: Tx, reviews: readonly Review[]): Promise<void> {
  await tx`
    insert into merchant.chain_reviews (coin, purpose, subject_id)
    select * from unnest(
      ${reviews.map((review) => review.coin)}::text[], ${reviews.map((review) => review.purpose)}::text[],
      ${reviews.map((review) => review.subjectId)}::uuid[])`;
}

export interface DueReview extends Review {
  readonly failedAttempts: number;
}

/** Lists each subject once, the longest waiting first. Returns none during a long reorganisation. */
export async function listDueReviews(sql: Sql, coin: CoinCode, limit: number): Promise<DueReview[]> {
  return sql<DueReview[]>`
    select coin, purpose, subject_id as "subjectId", max(failed_attempts) as "failedAttempts"
    from merchant.chain_reviews
    where coin = ${coin} and due_at <= clock_timestamp() and not exists (
      select from merchant.chain_states where coin = ${coin} and fault = 'reorganising')
    group by coin, purpose, subject_id order by min(due_at) limit ${limit}`;
}

/**
 * Deletes every queued review of the subject and locks the chain's state, so that all statements of the review see the
 * same chain.
 */
export async function takeReviews(tx: Tx, review: Review): Promise<boolean> {
  // Checked again under the lock: another reader may have begun to unwind since the reviews were listed.
  if ((await lockStates(tx, [review.coin])).length > 0) return false;
  const taken = await tx`
    delete from merchant.chain_reviews where id in (
      select id from merchant.chain_reviews
      where coin = ${review.coin} and purpose = ${review.purpose} and subject_id = ${review.subjectId}
      for update skip locked)`;
  return taken.count > 0;
}

export async function postponeReviews(sql: Sql, review: Review, pauseMs: number): Promise<void> {
  await sql`
    update merchant.chain_reviews
    set failed_attempts = failed_attempts + 1, due_at = clock_timestamp() + ${pauseMs} * interval '1 millisecond'
    where coin = ${review.coin} and purpose = ${review.purpose} and subject_id = ${review.subjectId}`;
}

export async function countReviews(sql: Sql): Promise<{ coin: CoinCode; waiting: number }[]> {
  return sql<{ coin: CoinCode; waiting: number }[]>`
    select coin, count(*)::integer as waiting from merchant.chain_reviews group by coin`;
}
