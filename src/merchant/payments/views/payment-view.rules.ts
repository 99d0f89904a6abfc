import type { CoinCode } from '../../assets/asset.rules.ts';
import type { PaymentException, PaymentStatus } from '../facts/payment.rules.ts';

/** Everything the hosted page shows, and nothing of the customer. */
export interface PaymentView {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly merchantName: string;
  readonly description: string;
  readonly currency: 'EUR';
  readonly amountCents: bigint;
  readonly exceptions: readonly PaymentException[];
  /** Of the time to choose a coin while there is none, then of the time to pay. */
  readonly expiresAt: Date;
  /** From the choice of a coin on. */
  readonly minutesToPay: number;
  readonly successReturnUrl: string | null;
  readonly failureReturnUrl: string | null;
  readonly coin: CoinCode | null;
  readonly address: string | null;
  readonly destinationTag: string | null;
  readonly paymentUri: string | null;
  readonly coinAmountMinor: bigint | null;
  /** What the chain shows for this coin and address, confirmed or not. */
  readonly receivedMinor: bigint;
  readonly requiredConfirmations: number | null;
  readonly transactions: readonly PaymentTransaction[];
  /** Whether the customer may state a refund address, and the one that was stated for this coin. */
  readonly asksForRefundAddress: boolean;
  readonly refundAddress: string | null;
}

export interface PaymentTransaction {
  readonly id: string;
  readonly amountMinor: bigint;
  readonly confirmations: number;
}
