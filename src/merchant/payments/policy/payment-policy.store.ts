import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { PaymentPolicy } from './payment-policy.rules.ts';

export async function findPolicy(sql: Tag, pspId: number): Promise<PaymentPolicy | undefined> {
  const [row] = await sql<PaymentPolicy[]>`
    select minutes_to_choose, minutes_to_pay, tolerance_bps, when_underpaid, when_late, customer_refund_address
    from merchant.payment_policies where psp_id = ${pspId}`;
  return row;
}

export async function savePolicy(sql: Tag, pspId: number, policy: PaymentPolicy, now: Date): Promise<void> {
  await sql`
    insert into merchant.payment_policies (
      psp_id, minutes_to_choose, minutes_to_pay, tolerance_bps, when_underpaid, when_late, customer_refund_address,
      updated_at)
    values (
      ${pspId}, ${policy.minutes_to_choose}, ${policy.minutes_to_pay}, ${policy.tolerance_bps},
      ${policy.when_underpaid}, ${policy.when_late}, ${policy.customer_refund_address}, ${now})
    on conflict (psp_id) do update set
      minutes_to_choose = excluded.minutes_to_choose, minutes_to_pay = excluded.minutes_to_pay,
      tolerance_bps = excluded.tolerance_bps, when_underpaid = excluded.when_underpaid,
      when_late = excluded.when_late, customer_refund_address = excluded.customer_refund_address,
      updated_at = excluded.updated_at`;
}
