import type { IdRange } from '../../platform/postgres/paging.ts';
import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { Order, OrderHold, OrderKind, OrderStatus } from './order.rules.ts';

export function insertOrder(tx: Tx, order: Order): void {
  tx.defer(tx`
    insert into merchant.orders (
      id, psp_id, kind, order_type, status, currency_pair, coin_amount, euro_amount,
      customer_reference_id, customer_first_name, customer_last_name, customer_email_address, customer_ip_address,
      customer_wallet_address, destination_tag, payment_address, blockchain_transaction_id, payment_reference_id,
      network_fee, metadata, hold, created_at, updated_at)
    values (
      ${order.id}, ${order.psp_id}, ${order.kind}, ${order.order_type}, ${order.status}, ${order.currency_pair},
      ${order.coin_amount}, ${order.euro_amount}, ${order.customer_reference_id}, ${order.customer_first_name},
      ${order.customer_last_name}, ${order.customer_email_address}, ${order.customer_ip_address},
      ${order.customer_wallet_address}, ${order.destination_tag}, ${order.payment_address},
      ${order.blockchain_transaction_id}, ${order.payment_reference_id}, ${order.network_fee},
      ${tx.json(order.metadata)}, ${order.hold}, ${order.created_at}, ${order.updated_at})`);
}

export interface StatusChange {
  id: string;
  from: readonly OrderStatus[];
  to: OrderStatus;
  /** Undefined keeps the stored value; null removes it. */
  blockchainTransactionId: string | null | undefined;
  /** Null keeps the stored amounts. */
  coinAmount: bigint | null;
  euroAmount: bigint | null;
  hold: OrderHold | null;
  updatedAt: Date;
}

/** Returns undefined if the order is in none of the `from` statuses. */
export async function updateStatus(tx: Tx, change: StatusChange): Promise<Order | undefined> {
  const [row] = await tx<Order[]>`
    update merchant.orders set
      status = ${change.to}, hold = ${change.hold}, updated_at = ${change.updatedAt},
      blockchain_transaction_id = case when ${change.blockchainTransactionId === undefined}::boolean
        then blockchain_transaction_id else ${change.blockchainTransactionId ?? null}::text end,
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

/** Returns undefined if the order is no longer PROCESSING. */
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
  /** Origin of the orders. Payments have their own list. */
  kind?: Exclude<OrderKind, 'payment'> | undefined;
  customerReferenceId: string | undefined;
  /** Digest of each key and value that the order must have. */
  metadata: readonly Buffer[];
}

/**
 * Lists orders newest first. Each combination of filters is its own SQL text, so that it gets the plan of its own
 * index. With a metadata filter, the metadata entries are read instead.
 */
export async function listOrders(
  sql: Tag,
  filter: OrderFilter,
  range: IdRange,
  limit: number,
): Promise<Order[]> {
  const { pspId, status, kind, customerReferenceId } = filter;
  const [digest, ...others] = filter.metadata;
  const id = digest === undefined ? sql`o.id` : sql`m.subject_id`;
  const byStatus =
    status === undefined
      ? sql``
      : // The second condition matches the partial index without completed orders.
        sql`and o.status = ${status} ${status === 'COMPLETED' ? sql`` : sql`and o.status <> 'COMPLETED'`}`;
  return sql<Order[]>`
    select o.*
    from ${
      digest === undefined
        ? sql`merchant.orders o`
        : sql`merchant.metadata_entries m join merchant.orders o on o.id = m.subject_id`
    }
    where o.psp_id = ${pspId} and o.id >= ${range.least} and o.id < ${range.below}
      and o.created_at >= ${range.from} and o.created_at < ${range.to} ${byStatus}
      ${digest === undefined ? sql`` : ofEntries(sql, pspId, digest, range)}
      ${kind === undefined ? sql`` : sql`and o.kind = ${kind} and o.kind <> 'payment'`}
      ${customerReferenceId === undefined ? sql`` : sql`and o.customer_reference_id = ${customerReferenceId}`}
      ${others.length === 0 ? sql`` : andMetadata(sql, pspId, others)}
    order by ${id} desc limit ${limit}`;
}

export const updateNetworkFee = (tx: Tx, orderId: string, cents: bigint) =>
  tx`update merchant.orders set network_fee = ${cents} where id = ${orderId}`;

/** Repeats the period for the metadata entries, so that the planner can start the join from either side. */
const ofEntries = (sql: Tag, pspId: number, digest: Buffer, { least, below }: IdRange) => sql`
  and m.psp_id = ${pspId} and m.subject = 'order' and m.digest = ${digest}
  and m.subject_id >= ${least} and m.subject_id < ${below}`;

/** Requires all digests, by counting the matching entries. */
const andMetadata = (sql: Tag, pspId: number, digests: readonly Buffer[]) => sql`
  and (
    select count(*) from merchant.metadata_entries e
    where e.psp_id = ${pspId} and e.subject = 'order' and e.subject_id = o.id
      and e.digest in (
        select decode(digest, 'hex')
        from unnest(${digests.map((digest) => digest.toString('hex'))}::text[]) as asked (digest))
  ) = ${digests.length}`;

export const updateHold = (tx: Tx, orderId: string, hold: OrderHold | null) =>
  tx`
    update merchant.orders set hold = ${hold} where id = ${orderId} and hold is distinct from ${hold}`;

export async function setTransactionId(tx: Tx, orderId: string, transactionId: string): Promise<void> {
  await tx`
    update merchant.orders set blockchain_transaction_id = ${transactionId}
    where id = ${orderId} and blockchain_transaction_id is distinct from ${transactionId}`;
}
