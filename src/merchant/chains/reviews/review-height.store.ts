import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from '../receipts/receipt.rules.ts';
import type { Changed, OutputOwner } from './review.rules.ts';

interface ReceiptHeight extends Pick<Receipt, 'coin' | 'transactionId' | 'outputIndex'> {
  readonly height: number | null;
}

export async function setReceiptHeights(tx: Tx, heights: readonly ReceiptHeight[]): Promise<void> {
  await tx`
    update merchant.chain_outputs o set review_height = given.height
    from unnest(
      ${heights.map((item) => item.coin)}::text[], ${heights.map((item) => item.transactionId)}::text[],
      ${heights.map((item) => item.outputIndex)}::integer[], ${heights.map((item) => item.height)}::bigint[])
      as given (coin, transaction_id, output_index, height)
    where o.coin = given.coin and o.transaction_id = given.transaction_id and o.output_index = given.output_index
      and o.review_height is distinct from given.height`;
}

export async function setOutgoingHeight(
  tx: Tx,
  coin: CoinCode,
  transactionId: string,
  height: number | null,
): Promise<void> {
  await tx`
    update merchant.chain_sent set review_height = ${height}
    where coin = ${coin} and transaction_id = ${transactionId}`;
}

/** Removes and returns the requested heights that finality makes unnecessary. */
export async function takeFinal(tx: Tx, coin: CoinCode, finalHeight: number): Promise<Changed> {
  const outputs = await tx<OutputOwner[]>`
    update merchant.chain_outputs set review_height = null
    where coin = ${coin} and review_height is not null and block_height <= ${finalHeight}
    returning purpose, subject_id`;
  const outgoing = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent set review_height = null
    where coin = ${coin} and review_height is not null and block_height <= ${finalHeight} returning subject_id`;
  return { outputs, payoutIds: outgoing.map((row) => row.subject_id) };
}

/**
 * Removes and returns the requested heights that are reached. A reviewer that needs another review sets a new height.
 */
export async function takeReached(tx: Tx, coin: CoinCode, height: number): Promise<Changed> {
  const outputs = await tx<OutputOwner[]>`
    update merchant.chain_outputs set review_height = null
    where coin = ${coin} and review_height <= ${height} returning purpose, subject_id`;
  const outgoing = await tx<{ subject_id: string }[]>`
    update merchant.chain_sent set review_height = null
    where coin = ${coin} and review_height <= ${height} returning subject_id`;
  return { outputs, payoutIds: outgoing.map((row) => row.subject_id) };
}
