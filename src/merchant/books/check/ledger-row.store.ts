import type { Tx } from '../../../platform/postgres/client/database.ts';

/** Id of a row that contradicts another row. */
export interface RowFault {
  id: string;
}

/**
 * Lists refunds whose amount, end or loss disagrees with their payout, links that disagree with their refund, and payments
 * whose refunds and open links exceed the credit.
 */
export async function listWrongRefunds(tx: Tx): Promise<RowFault[]> {
  return tx<RowFault[]>`
    select r.id from merchant.refunds r join merchant.payouts p on p.id = r.payout_id
    where p.amount <> r.held_coin_amount + r.bought_coin_amount - r.fee_coin_amount
      or r.status <> case p.status when 'COMPLETED' then 'COMPLETED' when 'FAILED' then 'FAILED'
        when 'REVERSED' then 'FAILED' else 'PROCESSING' end
      -- What the chain exchanges for a dearer block so late is the provider's cost.
      or r.lost_fee_coin_amount > least(p.lost_fee, r.fee_coin_amount)
      or (r.lost_fee_coin_amount < least(p.lost_fee, r.fee_coin_amount) and p.fee_corrections = 0)
    union all
    select l.id from merchant.refund_links l join merchant.refunds r on r.id = l.refund_id
    where r.payment_id <> l.payment_id or r.total_euro_amount <> coalesce(l.total_euro_amount, r.total_euro_amount)
      or r.euro_amount > l.euro_amount
    union all
    select p.id from merchant.payments p join (
      select payment_id, sum(euro_amount) as kept from merchant.refund_links where status = 'OPEN' group by payment_id
    ) l on l.payment_id = p.id
    where l.kept > case when p.reversed_at is null then coalesce(p.settled_euro_amount, 0) else 0 end - coalesce(
      (select sum(euro_amount) from merchant.refunds where payment_id = p.id and status <> 'FAILED'), 0)
    order by id`;
}

/** True if the payout's order exists, unless its month was detached. */
const isHere = (tx: Tx) => tx`(o.id is not null or not exists (
  select from platform.detached_partitions d
  where d.schema_name = 'merchant' and d.table_name = 'orders' and p.order_id >= platform.key_at(d.from_at, 'uuid')::uuid
    and p.order_id < platform.key_at(d.to_at, 'uuid')::uuid))`;

/**
 * Lists payouts whose charge differs from the signed fee, or that keep a reserve after their end. The provider may bear
 * only a part of a raised fee, if another payer covers its full share of the transaction.
 */
export async function listWrongFees(tx: Tx): Promise<RowFault[]> {
  return tx<RowFault[]>`
    select p.id from merchant.payouts p
    left join merchant.orders o on o.id = p.order_id
    where (p.fee_payer = 'merchant' and p.status in ('SIGNED', 'COMPLETED')
        and ((p.fee > p.fee_allowance + p.fee_borne) <> (p.fee_charge > 0)
          or p.fee - p.fee_allowance > p.fee_covered + p.fee_borne))
      or (p.fee_borne > 0 and p.fee_corrections = 0 and not exists (
        select from merchant.payouts other join merchant.payout_batches b on b.id = other.batch_id
        where b.id = p.batch_id and b.generation > 0 and other.fee_borne = 0
          and (other.psp_id <> p.psp_id or other.fee_payer = 'provider')))
      or (p.status in ('FAILED', 'REVERSED') and p.lost_fee = 0 and p.fee_charge + p.fee_covered + p.fee_borne > 0)
      or (p.fee_payer = 'provider' and p.fee_charge + p.fee_reserve + p.fee_borne > 0)
      or (p.status not in ('RESERVED', 'SIGNED') and p.fee_reserve > 0)
      or (p.fee_payer = 'merchant' and ${isHere(tx)} and o.network_fee is distinct from case
        when p.status in ('FAILED', 'REVERSED') and p.lost_fee = 0 then 0
        when p.status = 'RESERVED' and p.fee_charge = 0 then p.fee_reserve else p.fee_charge end)
    order by p.id`;
}

/** Lists payouts that were signed before approval and screening, or are still open after a refusal. */
export async function listUncontrolled(tx: Tx): Promise<RowFault[]> {
  return tx<RowFault[]>`
    select p.id from merchant.payouts p
    left join merchant.screenings h on h.direction = 'out' and h.subject_id = p.id
    where (p.status in ('SIGNED', 'COMPLETED') and h.status <> 'allow') or (h.status = 'deny' and p.status <> 'FAILED')
      or (p.transaction_id is not null and p.approval in ('waiting', 'rejected'))
      or (p.approval = 'rejected' and p.status <> 'FAILED')
    order by p.id`;
}

/**
 * Lists completed payouts without a transaction in a block of the present branch, unless they are handled: sent or
 * reviewed again now or at a later height (when the excluding transaction is deep enough), or waiting for staff to thaw
 * their coin.
 */
export async function listCompletedInNoBlock(tx: Tx): Promise<RowFault[]> {
  return tx<RowFault[]>`
    select p.id from merchant.payouts p join merchant.payout_batches b on b.id = p.batch_id
    where p.status = 'COMPLETED' and b.due_at is null
      and not exists (
        select from merchant.chain_sent t join merchant.chain_states s using (coin)
        where t.subject_id = b.id and (t.block_height <= s.height or t.review_height > s.height))
      and not exists (
        select from merchant.chain_reviews r where r.purpose = 'payout' and r.subject_id = b.id)
      and not exists (
        select from merchant.payout_freezes f
        where f.coin = b.coin and f.frozen_at is not null and b.put_off_at is not null)
    order by p.id`;
}

/** Lists outputs and sequence numbers that two mined transactions have used. */
export async function listSpentTwice(tx: Tx): Promise<RowFault[]> {
  return tx<RowFault[]>`
    select s.coin || ' ' || spend as id from merchant.chain_sent_spends s
    join merchant.chain_sent t using (coin, transaction_id)
    where t.block_height is not null group by s.coin, spend having count(*) > 1 order by 1`;
}

export async function listWrongOrders(tx: Tx): Promise<RowFault[]> {
  return tx<RowFault[]>`
    select o.id from merchant.orders o left join merchant.payouts p on p.order_id = o.id
    where (o.kind = 'withdrawal' and o.status is distinct from case
        when p.status = 'RESERVED' and p.approval = 'waiting' then 'CREATED'
        when p.status in ('RESERVED', 'SIGNED') then 'PROCESSING' else p.status end)
      or (p.id is not null and
        (o.hold is not distinct from 'approval') <> (p.status = 'RESERVED' and p.approval is not distinct from 'waiting'))
    union all
    select o.id from merchant.payments p join merchant.orders o on o.id = p.order_id
    where o.status <> case
      when p.status in ('PENDING', 'CONFIRMING', 'UNRESOLVED') then 'PROCESSING'
      when p.status = 'EXPIRED' then 'FAILED'
      when p.status = 'REVERSED' then 'REVERSED'
      when p.settled_choice_id is not null then 'COMPLETED'
      when p.status = 'REFUNDING' then 'PROCESSING'
      else 'FAILED' end
    order by 1`;
}

/** Lists totals of open promises that differ from the sum of their rows. */
export async function listMiscountedPromises(tx: Tx): Promise<RowFault[]> {
  return tx<RowFault[]>`
    with sums as (
      select 'house' as scope, sum(euro_amount) as euros from merchant.open_promises having count(*) > 0
      union all select 'coin:' || coin, sum(euro_amount) from merchant.open_promises group by coin
      union all select 'psp:' || psp_id, sum(euro_amount) from merchant.open_promises group by psp_id
    )
    select scope as id from merchant.open_promise_totals t full join sums using (scope)
    where coalesce(t.euro_amount, 0) <> coalesce(sums.euros, 0) order by 1`;
}

export interface RowCounts {
  payouts: number;
  refunds: number;
  orders: number;
  spends: number;
  promises: number;
}

export async function countRows(tx: Tx): Promise<RowCounts> {
  const [row] = await tx<RowCounts[]>`
    select (select count(*) from merchant.payouts)::int as payouts, (select count(*) from merchant.refunds)::int as refunds,
      (select count(*) from merchant.orders)::int as orders,
      (select count(*) from merchant.chain_sent_spends)::int as spends,
      (select count(*) from merchant.open_promises)::int as promises`;
  return row ?? { payouts: 0, refunds: 0, orders: 0, spends: 0, promises: 0 };
}
