import type { IdRange } from '../../../../platform/postgres/paging.ts';
import type { Tag } from '../../../../platform/postgres/client/sql.ts';
import type { Refund, RefundStatus } from '../../facts/payment-facts.rules.ts';

export type ListedRefund = Refund & {
  /** Transaction of the payout, once it has one. */
  blockchain_transaction_id: string | null;
  /** In cents; null if the provider pays the fee. */
  network_fee: bigint | null;
};

const refunds = (sql: Tag) => sql`
  select r.*, o.blockchain_transaction_id, o.network_fee
  from merchant.refunds r left join merchant.orders o on o.id = r.order_id`;

/** Lists refunds newest first, optionally of one payment. */
export async function listRefundsOf(
  sql: Tag,
  filter: { pspId: number; paymentId: string | undefined; status: RefundStatus | undefined },
  range: IdRange,
  limit: number,
): Promise<ListedRefund[]> {
  const { pspId, paymentId, status } = filter;
  return sql<ListedRefund[]>`
    ${refunds(sql)}
    where r.psp_id = ${pspId} and r.id >= ${range.least} and r.id < ${range.below}
      and r.created_at >= ${range.from} and r.created_at < ${range.to}
      ${paymentId === undefined ? sql`` : sql`and r.payment_id = ${paymentId}`}
      ${status === undefined ? sql`` : ofStatus(sql, status)}
    order by r.id desc limit ${limit}`;
}

/** The second condition matches the partial index without completed refunds. */
const ofStatus = (sql: Tag, status: RefundStatus) =>
  sql`and r.status = ${status} ${status === 'COMPLETED' ? sql`` : sql`and r.status <> 'COMPLETED'`}`;

export async function findRefund(sql: Tag, pspId: number, id: string): Promise<ListedRefund | undefined> {
  const [row] = await sql<ListedRefund[]>`
    ${refunds(sql)} where r.id = ${id} and r.psp_id = ${pspId}`;
  return row;
}
