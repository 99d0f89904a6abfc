import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { Refund, RefundStatus } from './payment-facts.rules.ts';

export async function insertRefund(tx: Tx, refund: Refund): Promise<void> {
  await tx`
    insert into merchant.refunds (
      id, psp_id, payment_id, choice_id, order_id, payout_id, status, coin, address, destination_tag, reason,
      total_euro_amount, held_coin_amount, bought_coin_amount, euro_amount, fee_coin_amount, created_at, updated_at)
    values (
      ${refund.id}, ${refund.psp_id}, ${refund.payment_id}, ${refund.choice_id}, ${refund.order_id}, ${refund.payout_id},
      ${refund.status}, ${refund.coin}, ${refund.address}, ${refund.destination_tag}, ${refund.reason},
      ${refund.total_euro_amount}, ${refund.held_coin_amount}, ${refund.bought_coin_amount}, ${refund.euro_amount},
      ${refund.fee_coin_amount}, ${refund.created_at}, ${refund.updated_at})`;
}

/** Lists refunds oldest first, including failed ones. */
export async function listRefunds(sql: Tag, paymentId: string): Promise<Refund[]> {
  return sql<Refund[]>`select * from merchant.refunds where payment_id = ${paymentId} order by id`;
}

export async function findRefundByPayout(tx: Tx, payoutId: string): Promise<Refund | undefined> {
  const [row] = await tx<Refund[]>`select * from merchant.refunds where payout_id = ${payoutId}`;
  return row;
}

export async function setRefundStatus(
  tx: Tx,
  id: string,
  status: RefundStatus,
  lostFeeMinor: bigint,
  now: Date,
): Promise<void> {
  await tx`
    update merchant.refunds set status = ${status}, lost_fee_coin_amount = ${lostFeeMinor}, updated_at = ${now}
    where id = ${id}`;
}
