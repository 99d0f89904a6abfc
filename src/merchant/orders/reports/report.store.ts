import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { OrderKind } from '../order.rules.ts';

export interface DailyRow {
  /** Such as 2027-03-01, in UTC. */
  day: string;
  coin: CoinCode;
  kind: OrderKind;
  orders: number;
  completed: number;
  failed: number;
  reversed: number;
  coin_amount: bigint;
  euro_amount: bigint;
  fee_coin_amount: bigint;
  network_fee: bigint;
  /** Completed trades only. */
  buys: number;
  buy_coin_amount: bigint;
  buy_euro_amount: bigint;
  sells: number;
  sell_coin_amount: bigint;
  sell_euro_amount: bigint;
  /** Completed refunds only. The sum of both left the provider, including the deducted network fee. */
  held_coin_amount: bigint;
  bought_coin_amount: bigint;
}

export interface DailyFilter {
  readonly pspId: number;
  readonly from: Date;
  readonly to: Date;
  /** Bounds of the ids of orders in the period; `below` is excluded. */
  readonly least: string;
  readonly below: string;
}

/**
 * Sums the orders of a period by day of creation, in one scan of the index of the PSP's orders. Amounts include only
 * completed orders. Fees also include failed orders, which keep being charged.
 */
export async function sumDays(sql: Tag, { pspId, from, to, least, below }: DailyFilter): Promise<DailyRow[]> {
  const isBuy = sql`o.kind = 'trade' and o.status = 'COMPLETED' and o.order_type = 'WITHDRAW'`;
  const isSell = sql`o.kind = 'trade' and o.status = 'COMPLETED' and o.order_type = 'DEPOSIT'`;
  return sql<DailyRow[]>`
    select to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, left(o.currency_pair, -3) as coin, o.kind,
      count(*)::int as orders, count(*) filter (where o.status = 'COMPLETED')::int as completed,
      count(*) filter (where o.status = 'FAILED')::int as failed,
      count(*) filter (where o.status = 'REVERSED')::int as reversed,
      coalesce(sum(o.coin_amount) filter (where o.status = 'COMPLETED'), 0)::numeric(38, 0) as coin_amount,
      coalesce(sum(o.euro_amount) filter (where o.status = 'COMPLETED'), 0)::numeric(38, 0) as euro_amount,
      coalesce(sum(r.fee_coin_amount) filter (where o.status in ('COMPLETED', 'FAILED')), 0)::numeric(38, 0) as fee_coin_amount,
      coalesce(sum(o.network_fee) filter (where o.status in ('COMPLETED', 'FAILED')), 0)::numeric(38, 0) as network_fee,
      count(*) filter (where ${isBuy})::int as buys,
      coalesce(sum(o.coin_amount) filter (where ${isBuy}), 0)::numeric(38, 0) as buy_coin_amount,
      coalesce(sum(o.euro_amount) filter (where ${isBuy}), 0)::numeric(38, 0) as buy_euro_amount,
      count(*) filter (where ${isSell})::int as sells,
      coalesce(sum(o.coin_amount) filter (where ${isSell}), 0)::numeric(38, 0) as sell_coin_amount,
      coalesce(sum(o.euro_amount) filter (where ${isSell}), 0)::numeric(38, 0) as sell_euro_amount,
      coalesce(sum(r.held_coin_amount) filter (where o.status = 'COMPLETED'), 0)::numeric(38, 0) as held_coin_amount,
      coalesce(sum(r.bought_coin_amount) filter (where o.status = 'COMPLETED'), 0)::numeric(38, 0) as bought_coin_amount
    from merchant.orders o
    left join merchant.refunds r on o.kind = 'refund' and r.psp_id = ${pspId} and r.order_id = o.id
    where o.psp_id = ${pspId} and o.id >= ${least} and o.id < ${below}
      and o.created_at >= ${from} and o.created_at < ${to}
    group by 1, 2, 3 order by 1, 2, 3`;
}
