import type { CoinCode } from '../../assets/asset.rules.ts';
import type { PaymentException, PaymentStatus } from '../facts/payment.rules.ts';

/** Everything that the hosted page shows. Contains no customer data. */
export interface PaymentView {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly merchantName: string;
  readonly description: string;
  readonly currency: 'EUR';
  readonly amountCents: bigint;
  readonly exceptions: readonly PaymentException[];
  /** Deadline for the choice of a coin, then for the payment. */
  readonly expiresAt: Date;
  /** Minutes to pay, counted from the choice of a coin. */
  readonly minutesToPay: number;
  readonly successReturnUrl: string | null;
  readonly failureReturnUrl: string | null;
  readonly coin: CoinCode | null;
  readonly address: string | null;
  readonly destinationTag: string | null;
  readonly paymentUri: string | null;
  readonly coinAmountMinor: bigint | null;
  /** Amount that the chain shows for this coin and address, confirmed or not. */
  readonly receivedMinor: bigint;
  readonly requiredConfirmations: number | null;
  readonly transactions: readonly PaymentTransaction[];
  readonly createdAt: Date;
  /** Number of coin choices so far, which is limited. */
  readonly choiceCount: number;
  /** Where the customer finds help. */
  readonly contact: { readonly support_address: string | null; readonly shop_url: string | null };
  /** Whether the customer may state a refund address. `refundAddress` is the one stated for this coin. */
  readonly asksForRefundAddress: boolean;
  readonly refundAddress: string | null;
}

export interface PaymentTransaction {
  readonly id: string;
  readonly amountMinor: bigint;
  readonly confirmations: number;
}
