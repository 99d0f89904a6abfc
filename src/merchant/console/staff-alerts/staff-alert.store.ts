import { firstIdAt } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

export interface DailyPayouts {
  coin: CoinCode;
  /** Average per day. */
  amount: bigint;
}

/** Excludes transfers between the provider's own wallets. */
const isToCustomers = (sql: Sql) => sql`kind in ('withdrawal', 'refund', 'release', 'return')`;

/** Uses the primary key, because ids contain their time. */
export async function averagePayouts(sql: Sql, since: Date, days: number): Promise<DailyPayouts[]> {
  return sql<DailyPayouts[]>`
    select coin, trunc(sum(amount) / ${days}::int)::numeric(38, 0) as amount from merchant.payouts
    where id >= ${firstIdAt(since.getTime())} and ${isToCustomers(sql)}
      and status not in ('FAILED', 'REVERSED')
    group by coin`;
}

export interface AlertedPayment {
  payment_id: string;
  psp_id: number;
  payment_reference: string;
  kind: string;
  created_at: Date;
}

/** Lists unsettled payment alerts, newest first. */
export async function listPaymentAlerts(sql: Sql, limit: number): Promise<AlertedPayment[]> {
  return sql<AlertedPayment[]>`
    select a.payment_id, p.psp_id, p.payment_reference, a.kind, a.created_at
    from merchant.payment_alerts a join merchant.payments p on p.id = a.payment_id
    order by a.created_at desc, a.payment_id limit ${limit}`;
}

export interface WaitingWebhooks {
  psp_id: number;
  name: string;
  waiting: number;
  /** Deliveries that have failed at least once. */
  retrying: number;
  oldest_due_at: Date | null;
  /** Last response to one of them. */
  last_attempt: Record<string, unknown> | null;
}

/** Lists PSPs with pending webhooks, longest waiting first. */
export async function listWaitingWebhooks(sql: Sql, now: Date, limit: number): Promise<WaitingWebhooks[]> {
  return sql<WaitingWebhooks[]>`
    select d.psp_id, p.name, d.waiting, d.retrying, d.oldest_due_at, last.attempt as last_attempt
    from (
      select psp_id, count(*)::int as waiting, (count(*) filter (where failed_attempts > 0))::int as retrying,
        min(due_at) filter (where due_at <= ${now}) as oldest_due_at
      from merchant.webhook_deliveries where status = 'PENDING' group by psp_id
    ) d
    join merchant.psps p on p.id = d.psp_id
    left join lateral (
      select attempts->-1 as attempt from merchant.webhook_deliveries failed
      where failed.psp_id = d.psp_id and failed.status = 'PENDING' and failed.failed_attempts > 0
      order by failed.id desc limit 1
    ) last on true
    order by d.oldest_due_at nulls last, d.psp_id limit ${limit}`;
}
