import type { PaymentException } from '../facts/payment.rules.ts';

/** Automatic actions for an unresolved payment: none, or one that its merchant could have taken. */
export const resolutions = ['wait', 'accept', 'refund'] as const;
export type Resolution = (typeof resolutions)[number];

/**
 * Settings of a PSP for its payments. The first three are fixed when a payment is created, the others are read when
 * needed.
 */
export interface PaymentPolicy {
  minutes_to_choose: number;
  minutes_to_pay: number;
  tolerance_bps: number;
  when_underpaid: Resolution;
  when_late: Resolution;
  /** Whether customers may give a refund address for unresolved coins on the hosted page. */
  customer_refund_address: boolean;
}

export const usualPolicy: PaymentPolicy = {
  minutes_to_choose: 60,
  minutes_to_pay: 15,
  // Wallets deduct fees from the amount, and people round.
  tolerance_bps: 50,
  when_underpaid: 'wait',
  when_late: 'wait',
  customer_refund_address: false,
};

/** Limits: locking a price for longer would be the provider's risk. */
export const policyBounds = {
  minutes_to_choose: { minimum: 5, maximum: 105 },
  minutes_to_pay: { minimum: 5, maximum: 15 },
  tolerance_bps: { minimum: 0, maximum: 1000 },
} as const;

/**
 * A payment that is both late and too low follows the policy for late payments, because the customer is no longer
 * waiting.
 */
export const resolutionOf = (policy: PaymentPolicy, exceptions: readonly PaymentException[]): Resolution =>
  exceptions.includes('LATE') ? policy.when_late : policy.when_underpaid;
