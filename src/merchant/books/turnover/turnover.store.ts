import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface TurnoverRow {
  /** Day of the booking in UTC, such as 2027-03-01. */
  day: string;
  /** Empty for a booking without coins. */
  coin: CoinCode | '';
  /** Cents. Negative if more was refunded than credited. */
  euro_amount: bigint;
}

export interface TurnoverFilter {
  /** Undefined sums all PSPs. */
  readonly pspId: number | undefined;
  readonly from: Date;
  /** Excluded, and a full hour. Undefined includes everything since `from`. */
  readonly to: Date | undefined;
}

/** Sums the turnover per day and coin. Totals and pending changes are read in one snapshot. */
export async function sumTurnover(sql: Tag, { pspId, from, to }: TurnoverFilter): Promise<TurnoverRow[]> {
  const within = sql`
    starts_at >= ${from} ${to === undefined ? sql`` : sql`and starts_at < ${to}`}
    ${pspId === undefined ? sql`` : sql`and psp_id = ${pspId}`}`;
  return sql<TurnoverRow[]>`
    select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD') as day, coin,
      sum(euro_amount)::numeric(38, 0) as euro_amount
    from (
      select starts_at, coin, euro_amount from merchant.turnover_hours where ${within}
      union all
      select starts_at, coin, euro_amount from merchant.turnover_changes where ${within}
    ) known
    group by 1, 2 having sum(euro_amount) <> 0 order by 1, 2`;
}

/** Adds pending changes to the hourly totals, like `foldChanges` of the payments. Returns their number. */
export async function foldTurnoverChanges(sql: Tag, limit: number): Promise<number> {
  const [row] = await sql<{ folded: number }[]>`
    with taken as (
      delete from merchant.turnover_changes where id in (
        select id from merchant.turnover_changes order by id limit ${limit} for update skip locked)
      returning psp_id, starts_at, coin, euro_amount
    ), folded as (
      insert into merchant.turnover_hours as known (psp_id, starts_at, coin, euro_amount)
      select psp_id, starts_at, coin, sum(euro_amount)
      from taken group by psp_id, starts_at, coin order by psp_id, starts_at, coin
      on conflict (psp_id, starts_at, coin) do update set euro_amount = known.euro_amount + excluded.euro_amount
    )
    select count(*)::int as folded from taken`;
  return row?.folded ?? 0;
}
