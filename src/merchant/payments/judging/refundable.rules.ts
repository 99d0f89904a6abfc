import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import { isDeep } from '../../chains/receipts/receipt.rules.ts';
import { valueOf } from '../../conversions/conversion.rules.ts';
import type { PaymentRecords } from '../facts/payment-facts.rules.ts';
import { sumOf, type Choice, type PaymentStatus } from '../facts/payment.rules.ts';
import { isConfirming, isMaturing } from './acceptance.rules.ts';
import { activeChoice } from './active-choice.rules.ts';
import { creditedCents, heldOf } from './held-share.rules.ts';

export type RefundableStatus = 'REFUNDABLE' | 'NOT_REFUNDABLE' | 'REFUNDED';

const refundableStatuses: ReadonlySet<PaymentStatus> = new Set(['UNRESOLVED', 'PAID', 'PARTIALLY_REFUNDED']);

/** How deep coins of a worth in cents have to lie. */
export type RequiredDepth = (coin: CoinCode, cents: bigint) => number;

/** What a merchant can ask back for a payment now. */
export interface Refundable {
  readonly coin: CoinCode;
  /** What is held is valued at it; nothing is sold at it. */
  readonly price: Price;
  readonly heldMinor: bigint;
  /** What was credited to the merchant and not refunded yet; null where nothing ever was. */
  readonly creditedCents: bigint | null;
}

export const refundableCents = (refundable: Refundable): bigint =>
  valueOf(refundable.coin, refundable.heldMinor, refundable.price) + (refundable.creditedCents ?? 0n);

/**
 * What can be asked back now; nothing where nothing can. Of a payment that was settled, what was too much is shared out at
 * the price that all of it came for. Where nothing was settled in time, no price is kept: the coins go back as they came,
 * and are worth what they are worth now.
 */
export function refundableOf(
  facts: PaymentRecords,
  requiredDepth: RequiredDepth,
  presentPrice: (coin: CoinCode) => Price,
): Refundable | 'confirming' | undefined {
  const { payment } = facts;
  const choice = activeChoice(facts);
  if (!choice || !refundableStatuses.has(payment.status)) return undefined;
  const unresolved = payment.status === 'UNRESOLVED';
  const heldMinor = heldOf(facts, choice.coin);
  const credited = unresolved ? null : creditedCents(facts);
  // What comes after a refund only staff can release.
  if (unresolved && isMaturing(facts)) return 'confirming';
  if (heldMinor <= 0n && (credited ?? 0n) === 0n)
    return unresolved && isConfirming(facts) ? 'confirming' : undefined;
  if (heldMinor > 0n && !isDeepEnough(facts, choice, requiredDepth)) return 'confirming';
  const price = unresolved ? presentPrice(choice.coin) : choice.price;
  return { coin: choice.coin, price, heldMinor, creditedCents: credited };
}

/**
 * Whether the coins are believed for all that they are worth. The payment's own confirmations are for the amount that was
 * asked for: whoever pays a hundred times as much and has the rest sent back must not get by with those.
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
