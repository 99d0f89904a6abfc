import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import { isDeep } from '../../chains/receipts/receipt.rules.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import type { PaymentRecords } from '../facts/payment-facts.rules.ts';
import { sumOf, type Choice, type PaymentStatus } from '../facts/payment.rules.ts';
import type { RefundLink } from '../refund-links/refund-link.rules.ts';
import { isConfirming, isMaturing } from './acceptance.rules.ts';
import { activeChoice } from './active-choice.rules.ts';
import { creditedCents, heldOf } from './held-share.rules.ts';

export type RefundableStatus = 'REFUNDABLE' | 'NOT_REFUNDABLE' | 'REFUNDED';

const refundableStatuses: ReadonlySet<PaymentStatus> = new Set(['UNRESOLVED', 'PAID', 'PARTIALLY_REFUNDED']);

/** Returns the confirmations required for coins of a value in cents. */
export type RequiredDepth = (coin: CoinCode, cents: bigint) => number;

/** Amounts that a merchant can refund for a payment now. */
export interface Refundable {
  readonly coin: CoinCode;
  /** Values the held coins; nothing is sold at this price. */
  readonly price: Price;
  readonly heldMinor: bigint;
  /** Credit of the merchant that was not refunded yet; null if the payment was never settled. */
  readonly creditedCents: bigint | null;
}

export const refundableCents = (refundable: Refundable): bigint =>
  valueOf(refundable.coin, refundable.heldMinor, refundable.price) + (refundable.creditedCents ?? 0n);

/** What an open refund link keeps for its customer. Without a total it keeps all coins of an unresolved payment. */
export type LinkShare = Pick<RefundLink, 'total_euro_amount' | 'euro_amount' | 'held_coin_amount'>;

/** Returns whether an open link keeps the coins of the unresolved payment, which excludes acceptance and refunds. */
export const isKept = (status: PaymentStatus, links: readonly LinkShare[]): boolean =>
  status === 'UNRESOLVED' && links.some((link) => link.total_euro_amount === null);

/**
 * Returns what can be refunded now, without the shares of open links, or undefined. The excess of a settled payment is valued at the price of its
 * settlement. An unsettled payment has no locked price: its coins go back as they came and are valued at the present
 * price.
 */
export function refundableOf(
  facts: PaymentRecords,
  requiredDepth: RequiredDepth,
  presentPrice: (coin: CoinCode) => Price,
  links: readonly LinkShare[],
): Refundable | 'confirming' | 'linked' | undefined {
  const { payment } = facts;
  const choice = activeChoice(facts);
  if (!choice || !refundableStatuses.has(payment.status)) return undefined;
  const unresolved = payment.status === 'UNRESOLVED';
  if (isKept(payment.status, links)) return 'linked';
  const keptMinor = links.reduce((sum, link) => sum + link.held_coin_amount, 0n);
  const keptCents = links.reduce((sum, link) => sum + link.euro_amount, 0n);
  const ownMinor = heldOf(facts, choice.coin);
  // A reorganisation may have removed coins that a link keeps.
  const heldMinor = ownMinor > keptMinor ? ownMinor - keptMinor : 0n;
  const credited = unresolved ? null : creditedCents(facts) - keptCents;
  // Only staff can release coins that arrive after a refund.
  if (unresolved && isMaturing(facts)) return 'confirming';
  if (heldMinor === 0n && (credited ?? 0n) === 0n) {
    if (keptMinor + keptCents > 0n) return 'linked';
    return unresolved && isConfirming(facts) ? 'confirming' : undefined;
  }
  if (heldMinor > 0n && !isDeepEnough(facts, choice, requiredDepth)) return 'confirming';
  const price = unresolved ? presentPrice(choice.coin) : choice.price;
  return { coin: choice.coin, price, heldMinor, creditedCents: credited };
}

/**
 * Returns whether the coins have the confirmations required for their whole value. The payment's own confirmations
 * cover only the requested sum. Otherwise a customer could pay a hundred times as much and get the rest refunded too
 * early.
 */
export function isDeepEnough(
  facts: PaymentRecords,
  { coin, price }: Choice,
  requiredDepth: RequiredDepth,
): boolean {
  const received = facts.receipts.filter((receipt) => receipt.credited && receipt.coin === coin);
  const required = requiredDepth(coin, valueOf(coin, sumOf(received), price));
  return received.every((receipt) => isDeep(receipt, required));
}
