import type { Phase } from '../checkout.rules.ts';

/** Placeholders in braces: {merchant}; {amount} due, {received}, {missing} and {excess} in coins; {minutes} to pay. */
export interface CheckoutTexts {
  readonly phases: Readonly<Record<Phase, { readonly title: string; readonly text: string }>>;
  /** Shown when the payment is complete and more coins came than were due. */
  readonly overpaid: string;
  /** Shown when an expired payment already had a coin and an address. */
  readonly expiredAddress: string;
  readonly underpaidAndLate: string;
  readonly noDescription: string;
  readonly coins: string;
  readonly noCoins: string;
  readonly otherCoin: string;
  readonly otherCoinHint: string;
  readonly renew: string;
  readonly renewHint: string;
  readonly renewOffered: string;
  readonly noRenewal: string;
  readonly estimateHint: string;
  readonly aboutMinutes: string;
  readonly underAMinute: string;
  readonly amount: string;
  readonly address: string;
  readonly destinationTag: string;
  readonly tagWarning: string;
  readonly networkWarning: string;
  readonly qrCode: string;
  readonly openWallet: string;
  readonly copy: string;
  readonly copyAmount: string;
  readonly copyAddress: string;
  readonly copyTag: string;
  readonly copied: string;
  readonly timeLeft: string;
  readonly until: string;
  readonly minutesLeft: string;
  readonly oneMinuteLeft: string;
  readonly progress: string;
  /** Replaces `stepSeen` until a transaction is seen. */
  readonly stepWaiting: string;
  readonly stepSeen: string;
  readonly stepConfirmed: string;
  readonly stepPaid: string;
  readonly stepDone: string;
  readonly confirmations: string;
  readonly transactions: string;
  readonly transaction: string;
  readonly testCoins: string;
  readonly testCoinsHint: string;
  readonly toMerchant: string;
  readonly leave: string;
  readonly redirecting: string;
  readonly stay: string;
  readonly keepAddress: string;
  readonly reload: string;
  readonly reloadHint: string;
  readonly offline: string;
  readonly languages: string;
  readonly unknownTitle: string;
  readonly unknown: string;
  readonly brokenTitle: string;
  readonly broken: string;
  readonly busyTitle: string;
  readonly busy: string;
  readonly faultPrice: string;
  readonly faultCoin: string;
  readonly faultLimit: string;
  /**
   * Locale of numbers and times. The decimal point of coin amounts is always a point, because wallets accept nothing
   * else.
   */
  readonly refundAddress: string;
  readonly refundAddressHint: string;
  readonly refundAddressLabel: string;
  readonly refundTagLabel: string;
  readonly refundAddressButton: string;
  readonly refundAddressGiven: string;
  readonly faultRefundAddress: string;
  readonly faultLegacyAddress: string;
  readonly locale: string;
}
