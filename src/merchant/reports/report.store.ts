import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { OrderKind } from '../orders/order.rules.ts';

export interface DailyRow {
  /** 2027-03-01 */
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
}

export interface DailyFilter {
  readonly pspId: number;
  readonly from: Date;
  readonly to: Date;
  /** The smallest and the end of the ids of orders that can be of that time. */
  readonly least: string;
  readonly below: string;
}

/**
 * Orders of a time by the day they were made on, in one walk along the index of the PSP's orders. Amounts are of those that
 * were completed; fees are also of those that failed, where they stay charged.
 */
export async function sumDays(sql: Tag, { pspId, from, to, least, below }: DailyFilter): Promise<DailyRow[]> {
  return sql<DailyRow[]>`
    select to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, left(o.currency_pair, -3) as coin, o.kind,
      count(*)::int as orders, count(*) filter (where o.status = 'COMPLETED')::int as completed,
      count(*) filter (where o.status = 'FAILED')::int as failed,
      count(*) filter (where o.status = 'REVERSED')::int as reversed,
      coalesce(sum(o.coin_amount) filter (where o.status = 'COMPLETED'), 0)::numeric(38, 0) as coin_amount,
      coalesce(sum(o.euro_amount) filter (where o.status = 'COMPLETED'), 0)::numeric(38, 0) as euro_amount,
      coalesce(sum(r.fee_coin_amount) filter (where o.status in ('COMPLETED', 'FAILED')), 0)::numeric(38, 0) as fee_coin_amount,
      coalesce(sum(o.network_fee) filter (where o.status in ('COMPLETED', 'FAILED')), 0)::numeric(38, 0) as network_fee
    from merchant.orders o
    left join merchant.refunds r on o.kind = 'refund' and r.psp_id = ${pspId} and r.order_id = o.id
    where o.psp_id = ${pspId} and o.id >= ${least} and o.id < ${below}
      and o.created_at >= ${from} and o.created_at < ${to}
    group by 1, 2, 3 order by 1, 2, 3`;
}
