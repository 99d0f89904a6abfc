import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { usualPolicy, type PaymentPolicy } from './payment-policy.rules.ts';
import { findPolicy, savePolicy } from './payment-policy.store.ts';

/** Returns the policy of the PSP, or the default if it has set none. */
export async function getPaymentPolicy(sql: Tag, pspId: number): Promise<PaymentPolicy> {
  return (await findPolicy(sql, pspId)) ?? usualPolicy;
}

/**
 * Replaces the whole policy; omitted fields get their defaults. Existing payments keep their deadlines and tolerance.
 */
export async function setPaymentPolicy(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  pspId: number,
  wanted: { readonly [Field in keyof PaymentPolicy]?: PaymentPolicy[Field] | undefined },
): Promise<PaymentPolicy> {
  const policy: PaymentPolicy = {
    minutes_to_choose: wanted.minutes_to_choose ?? usualPolicy.minutes_to_choose,
    minutes_to_pay: wanted.minutes_to_pay ?? usualPolicy.minutes_to_pay,
    tolerance_bps: wanted.tolerance_bps ?? usualPolicy.tolerance_bps,
    when_underpaid: wanted.when_underpaid ?? usualPolicy.when_underpaid,
    when_late: wanted.when_late ?? usualPolicy.when_late,
    customer_refund_address: wanted.customer_refund_address ?? usualPolicy.customer_refund_address,
  };
  await savePolicy(tx, pspId, policy, context.clock.now());
  return policy;
}
