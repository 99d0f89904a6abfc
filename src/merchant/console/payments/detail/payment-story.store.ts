import type { Tag } from '../../../../platform/postgres/client/sql.ts';
import type { PaymentStatus } from '../../../payments/facts/payment.rules.ts';
import type { Attempt, DeliveryStatus } from '../../../webhooks/queue/webhook.rules.ts';

export interface StatusMoment {
  at: Date;
  /** Status of the payment after the change. */
  status: PaymentStatus;
}

/** Lists the status changes of a payment from its events, oldest first. Events are kept for 90 days. */
export async function listStatusMoments(sql: Tag, pspId: number, paymentId: string): Promise<StatusMoment[]> {
  return sql<StatusMoment[]>`
    select occurred_at as at, event ->> 'payment_status' as status from merchant.events
    where payment_id = ${paymentId} and psp_id = ${pspId} and event ->> 'payment_status' is not null
    order by occurred_at, era, position, id limit 200`;
}

export interface SentWebhook {
  id: string;
  url: string;
  event_type: string;
  occurred_at: Date;
  status: DeliveryStatus;
  attempts: Attempt[];
}

/** Lists webhook deliveries for a payment and its refunds, newest first. */
export async function listSentWebhooks(
  sql: Tag,
  pspId: number,
  paymentId: string,
  orderIds: readonly string[],
): Promise<SentWebhook[]> {
  return sql<SentWebhook[]>`
    select d.id, e.url, d.event_type, d.occurred_at, d.status, d.attempts
    from (
      select * from merchant.webhook_deliveries where order_id = any(${orderIds}::uuid[])
      union all
      select * from merchant.webhook_deliveries where order_id is null and payment_id = ${paymentId}
    ) d join merchant.webhook_endpoints e on e.id = d.endpoint_id
    where d.psp_id = ${pspId} order by d.id desc limit 100`;
}

export interface RefundRequest {
  order_id: string;
  /** Actor such as `client:…` or `member:…`. Null for older payouts, for which it was not stored. */
  requested_by: string | null;
  isHeld: boolean;
}

/** Lists who requested the payouts of these orders, and whether they are held. */
export async function listRefundRequests(sql: Tag, orderIds: readonly string[]): Promise<RefundRequest[]> {
  return sql<RefundRequest[]>`
    select o.id as order_id, p.requested_by, o.hold is not null as "isHeld"
    from merchant.orders o
    join merchant.refunds r on r.order_id = o.id
    join merchant.payouts p on p.id = r.payout_id
    where o.id = any(${orderIds}::uuid[])`;
}

/** Lists all orders of a payment. A payment that failed and was revived has several. */
export async function listOrderIds(sql: Tag, pspId: number, paymentId: string): Promise<string[]> {
  const rows = await sql<{ order_id: string }[]>`
    select distinct order_id from merchant.events
    where payment_id = ${paymentId} and psp_id = ${pspId} and order_id is not null`;
  return rows.map((row) => row.order_id);
}
