import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Order, OrderStatus } from './order.rules.ts';

export function insertOrder(tx: Tx, order: Order): void {
  tx.defer(tx`
    insert into merchant.orders (
      id, psp_id, kind, order_type, status, currency_pair, coin_amount, euro_amount,
      customer_reference_id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address,
      customer_wallet_address, destination_tag, payment_address, blockchain_transaction_id, payment_reference_id,
      network_fee, created_at, updated_at)
    values (
      ${order.id}, ${order.psp_id}, ${order.kind}, ${order.order_type}, ${order.status}, ${order.currency_pair},
      ${order.coin_amount}, ${order.euro_amount}, ${order.customer_reference_id}, ${order.customer_first_name},
      ${order.customer_last_name}, ${order.customer_email_address}, ${order.customer_ip_address},
      ${order.customer_wallet_address}, ${order.destination_tag}, ${order.payment_address},
      ${order.blockchain_transaction_id}, ${order.payment_reference_id}, ${order.network_fee},
      ${order.created_at}, ${order.updated_at})`);
}

export interface StatusChange {
  id: string;
  from: readonly OrderStatus[];
  to: OrderStatus;
  /** This and the amounts are kept as they are where null. */
  blockchainTransactionId: string | null;
  coinAmount: bigint | null;
  euroAmount: bigint | null;
  updatedAt: Date;
}

/** Nothing where the order is in none of the statuses that it may come from. */
export async function updateStatus(tx: Tx, change: StatusChange): Promise<Order | undefined> {
  const [row] = await tx<Order[]>`
    update merchant.orders set
      status = ${change.to}, updated_at = ${change.updatedAt},
      blockchain_transaction_id = coalesce(${change.blockchainTransactionId}, blockchain_transaction_id),
      coin_amount = coalesce(${change.coinAmount}::numeric, coin_amount),
      euro_amount = coalesce(${change.euroAmount}::numeric, euro_amount)
    where id = ${change.id} and status = any(${change.from}::text[])
    returning *`;
  return row;
}

export async function selectOrderForUpdate(tx: Tx, orderId: string): Promise<Order | undefined> {
  const [row] = await tx<Order[]>`select * from merchant.orders where id = ${orderId} for update`;
  return row;
}

export type TermsChange = Pick<
  Order,
  | 'currency_pair'
  | 'coin_amount'
  | 'euro_amount'
  | 'payment_address'
  | 'destination_tag'
  | 'blockchain_transaction_id'
> & { orderId: string };

/** Nothing where the order is not PROCESSING any more. */
export async function updateTerms(tx: Tx, terms: TermsChange, updatedAt: Date): Promise<Order | undefined> {
  const [row] = await tx<Order[]>`
    update merchant.orders set
      currency_pair = ${terms.currency_pair}, coin_amount = ${terms.coin_amount}, euro_amount = ${terms.euro_amount},
      payment_address = ${terms.payment_address}, destination_tag = ${terms.destination_tag},
      blockchain_transaction_id = ${terms.blockchain_transaction_id}, updated_at = ${updatedAt}
    where id = ${terms.orderId} and status = 'PROCESSING'
    returning *`;
  return row;
}

export async function findOrder(sql: Sql, pspId: number, orderId: string): Promise<Order | undefined> {
  const [row] = await sql<Order[]>`
    select * from merchant.orders where id = ${orderId} and psp_id = ${pspId}`;
  return row;
}

export interface OrderFilter {
  pspId: number;
  status: OrderStatus | undefined;
  customerReferenceId: string | undefined;
  /** Those that were made before this one. */
  before: string | undefined;
  limit: number;
}

/** Newest first. Each filter is its own piece, so that each combination gets the plan of its own index. */
export async function listOrders(sql: Sql, filter: OrderFilter): Promise<Order[]> {
  const { pspId, status, customerReferenceId, before, limit } = filter;
  const byStatus =
    status === undefined
      ? sql``
      : // Said twice, for the index that leaves out the completed ones.
        sql`and status = ${status} ${status === 'COMPLETED' ? sql`` : sql`and status <> 'COMPLETED'`}`;
  return sql<Order[]>`
    select * from merchant.orders
    where psp_id = ${pspId} ${byStatus}
      ${customerReferenceId === undefined ? sql`` : sql`and customer_reference_id = ${customerReferenceId}`}
      ${before === undefined ? sql`` : sql`and id < ${before}`}
    order by id desc limit ${limit}`;
}

export const updateNetworkFee = (tx: Tx, orderId: string, cents: bigint) =>
  tx`update merchant.orders set network_fee = ${cents} where id = ${orderId}`;

export async function setTransactionId(tx: Tx, orderId: string, transactionId: string): Promise<void> {
  await tx`
    update merchant.orders set blockchain_transaction_id = ${transactionId}
    where id = ${orderId} and blockchain_transaction_id is distinct from ${transactionId}`;
}
