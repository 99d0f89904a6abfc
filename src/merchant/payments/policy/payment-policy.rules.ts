import type { PaymentException } from '../facts/payment.rules.ts';

/** What happens by itself to an unresolved payment: nothing, or what its merchant would have done. */
export const resolutions = ['wait', 'accept', 'refund'] as const;
export type Resolution = (typeof resolutions)[number];

/** What a PSP wants of its payments. The first three are fixed with the payment, the others when they are needed. */
export interface PaymentPolicy {
  minutes_to_choose: number;
  minutes_to_pay: number;
  tolerance_bps: number;
  when_underpaid: Resolution;
  when_late: Resolution;
  /** Whether a customer may state on the hosted page where unresolved coins are to be sent back to. */
  customer_refund_address: boolean;
}

export const usualPolicy: PaymentPolicy = {
  minutes_to_choose: 60,
  minutes_to_pay: 15,
  // Wallets take their fees from the amount, and people round.
  tolerance_bps: 50,
  when_underpaid: 'wait',
  when_late: 'wait',
  customer_refund_address: false,
};

/** A longer promise of a price would be the provider's risk. */
export const policyBounds = {
  minutes_to_choose: { minimum: 5, maximum: 105 },
  minutes_to_pay: { minimum: 5, maximum: 15 },
  tolerance_bps: { minimum: 0, maximum: 1000 },
} as const;

/** Late and too little at once is late: the customer has waited for nothing. */
export const resolutionOf = (policy: PaymentPolicy, exceptions: readonly PaymentException[]): Resolution =>
  exceptions.includes('LATE') ? policy.when_late : policy.when_underpaid;
