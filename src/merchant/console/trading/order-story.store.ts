import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Order } from '../../orders/order.rules.ts';
import type { PayoutStatus } from '../../payouts/payout.rules.ts';

export interface OrderPayout {
  id: string;
  coin: CoinCode;
  status: PayoutStatus;
  amount: bigint;
  fee: bigint | null;
  fee_payer: 'merchant' | 'provider';
  euro_value: bigint;
  requested_by: string | null;
  approval: 'waiting' | 'approved' | 'rejected' | null;
  batch_id: string | null;
  transaction_id: string | null;
  created_at: Date;
}

export async function findOrderPayout(
  sql: Tag,
  pspId: number,
  orderId: string,
): Promise<OrderPayout | undefined> {
  const [row] = await sql<OrderPayout[]>`
    select id, coin, status, amount, fee, fee_payer, euro_value, requested_by, approval, batch_id, transaction_id,
      created_at
    from merchant.payouts where order_id = ${orderId} and psp_id = ${pspId}`;
  return row;
}

export interface SignedRow {
  transaction_id: string;
  signed_at: Date;
}

/**
 * Lists the signed payments, oldest first. Transactions that only raise the fee of another are not shown to merchants.
 */
export async function listSigned(sql: Tag, batchId: string): Promise<SignedRow[]> {
  return sql<SignedRow[]>`
    select transaction_id, signed_at from merchant.payout_transactions
    where batch_id = ${batchId} and kind = 'payment' order by generation`;
}

export interface DecisionRow {
  action: string;
  created_at: Date;
}

/** Lists the decisions of the provider's staff, without their names, which merchants do not see. */
export async function listDecisions(sql: Tag, payoutId: string): Promise<DecisionRow[]> {
  return sql<DecisionRow[]>`
    select action, created_at from merchant.control_actions where subject = ${payoutId} order by id limit 20`;
}

export interface OrderDeposit {
  address_id: string;
  coin: CoinCode;
  transaction_id: string;
  output_index: number;
  mode: 'sell' | 'hold';
  address: string | null;
  destination_tag: string | null;
  reversed_at: Date | null;
}

export async function findOrderDeposit(
  sql: Tag,
  pspId: number,
  orderId: string,
): Promise<OrderDeposit | undefined> {
  const [row] = await sql<OrderDeposit[]>`
    select d.address_id, d.coin, d.transaction_id, d.output_index, d.mode, a.address, a.destination_tag, d.reversed_at
    from merchant.deposits d join merchant.deposit_addresses a on a.id = d.address_id and a.psp_id = ${pspId}
    where d.order_id = ${orderId}`;
  return row;
}

export interface ArrivalRow {
  first_seen_at: Date;
  /** 0 if the output is in no block. */
  confirmations: number;
}

/** Returns the credited output of a deposit, as the chain has it now. */
export async function findArrival(
  sql: Tag,
  key: { coin: CoinCode; transactionId: string; outputIndex: number },
): Promise<ArrivalRow | undefined> {
  const [row] = await sql<ArrivalRow[]>`
    select o.first_seen_at,
      (case when o.block_height is null then 0 else s.height - o.block_height + 1 end)::int as confirmations
    from merchant.chain_outputs o join merchant.chain_states s using (coin)
    where o.coin = ${key.coin} and o.transaction_id = ${key.transactionId} and o.output_index = ${key.outputIndex}`;
  return row;
}

/** Finds orders whose coins a transaction moved in or out, or that were sent to one of these destinations. */
export async function findOrdersByChain(
  sql: Sql,
  pspId: number,
  asked: { transactionId: string; coins: readonly CoinCode[]; destinations: readonly string[] },
  limit: number,
): Promise<Order[]> {
  // Reads the orders one by one by id. Otherwise the planner scans all orders of the PSP to avoid sorting a few.
  return sql<Order[]>`
    with found as (
      (select p.order_id from merchant.payout_transactions t join merchant.payouts p on p.batch_id = t.batch_id
       where t.coin = any(${asked.coins}::text[]) and t.transaction_id = ${asked.transactionId} and p.psp_id = ${pspId})
      union all
      (select d.order_id from merchant.deposits d
       where d.coin = any(${asked.coins}::text[]) and d.transaction_id = ${asked.transactionId})
      union all
      (select p.order_id from merchant.payouts p
       where p.psp_id = ${pspId} and p.destination = any(${asked.destinations}::text[])))
    select o.* from (select distinct order_id from found) f
    cross join lateral (select * from merchant.orders r where r.id = f.order_id and r.psp_id = ${pspId} limit 1) o
    order by o.id desc limit ${limit}`;
}

/** Returns the customer of a deposit address. */
export async function findDepositor(
  sql: Sql,
  pspId: number,
  destinations: readonly string[],
  coins: readonly CoinCode[],
): Promise<string | undefined> {
  const [row] = await sql<{ customer_reference_id: string }[]>`
    select d.customer_reference_id
    from merchant.chain_addresses a join merchant.deposit_addresses d on d.id = a.subject_id and d.psp_id = ${pspId}
    where a.coin = any(${coins}::text[]) and a.destination = any(${destinations}::text[]) and a.purpose = 'deposit'
    limit 1`;
  return row?.customer_reference_id;
}
