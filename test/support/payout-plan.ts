import type { PayoutPlan, Recipient } from '../../src/merchant/chains/chain.ts';

/** A payment to one alone. */
export const toPlan = ({
  to,
  amountMinor,
  ...plan
}: Recipient & Omit<PayoutPlan, 'recipients'>): PayoutPlan => ({
  ...plan,
  recipients: [{ to, amountMinor }],
});
