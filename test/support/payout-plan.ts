import type { PayoutPlan, Recipient } from '../../src/merchant/chains/chain.ts';

/** Returns a plan with one recipient. */
export const toPlan = ({
  to,
  amountMinor,
  ...plan
}: Recipient & Omit<PayoutPlan, 'recipients'>): PayoutPlan => ({
  ...plan,
  recipients: [{ to, amountMinor }],
});
