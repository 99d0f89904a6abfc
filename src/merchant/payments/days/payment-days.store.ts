import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { PaymentStatus } from '../facts/payment.rules.ts';

export interface PaymentDayRow {
  /** Day of creation in UTC, such as 2027-03-01. */
  day: string;
  /** Empty while no coin is chosen. */
  coin: CoinCode | '';
  status: PaymentStatus;
  payments: number;
  /** Cents credited for these payments. */
  euro_amount: bigint;
}

/** Sums payments per day from the given day on. Totals and pending changes are read in one snapshot. */
export async function sumPaymentDays(sql: Tag, pspId: number, from: string): Promise<PaymentDayRow[]> {
  return sql<PaymentDayRow[]>`
    select to_char(day, 'YYYY-MM-DD') as day, coin, status, sum(payments)::int as payments,
      sum(euro_amount)::numeric(38, 0) as euro_amount
    from (
      select day, coin, status, payments, euro_amount
      from merchant.payment_days where psp_id = ${pspId} and day >= ${from}::date
      union all
      select day, coin, status, payments, euro_amount
      from merchant.payment_day_changes where psp_id = ${pspId} and day >= ${from}::date
    ) known
    group by known.day, coin, status having sum(payments) <> 0 order by known.day, coin, status`;
}

/**
 * Adds pending changes to the daily totals, oldest first, and returns their number. One statement deletes and adds
 * them, so that readers see each change exactly once. Rows are updated in key order to prevent deadlocks.
 */
export async function foldChanges(sql: Tag, limit: number): Promise<number> {
  const [row] = await sql<{ folded: number }[]>`
    with taken as (
      delete from merchant.payment_day_changes where id in (
        select id from merchant.payment_day_changes order by id limit ${limit} for update skip locked)
      returning psp_id, day, coin, status, payments, euro_amount
    ), folded as (
      insert into merchant.payment_days as known (psp_id, day, coin, status, payments, euro_amount)
      select psp_id, day, coin, status, sum(payments), sum(euro_amount)
      from taken group by psp_id, day, coin, status order by psp_id, day, coin, status
      on conflict (psp_id, day, coin, status) do update set
        payments = known.payments + excluded.payments, euro_amount = known.euro_amount + excluded.euro_amount
    )
    select count(*)::int as folded from taken`;
  return row?.folded ?? 0;
}
