import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import { valueOf } from '../../conversions/conversion.rules.ts';
import { choiceOf, type PaymentRecords } from '../facts/payment-facts.rules.ts';
import {
  belongsTo,
  isConfirmed,
  isOnTime,
  sumOf,
  type Choice,
  type PaymentStatus,
} from '../facts/payment.rules.ts';
import { activeChoice, releasedFrom } from './active-choice.rules.ts';
import { creditedCents, heldOf } from './held-share.rules.ts';
import { soldOf, type Settlement } from './judge.rules.ts';

export type AcceptableStatus = 'ACCEPTABLE' | 'NOT_ACCEPTABLE' | 'ACCEPTED';
export type RefundableStatus = 'REFUNDABLE' | 'NOT_REFUNDABLE' | 'REFUNDED';

/** What was accepted stays so while any of it is left. */
const acceptedStatuses: ReadonlySet<PaymentStatus> = new Set(['PAID', 'PARTIALLY_REFUNDED']);
const refundableStatuses: ReadonlySet<PaymentStatus> = new Set(['UNRESOLVED', 'PAID', 'PARTIALLY_REFUNDED']);

export const isAccepted = ({ payment }: PaymentRecords): boolean => acceptedStatuses.has(payment.status);

/** Some coins may still be taken back or become more: too early to decide about an unresolved payment. */
export const isConfirming = (facts: PaymentRecords): boolean =>
  facts.receipts.some((receipt) => receipt.visible && !isConfirmed(choiceOf(facts, receipt), receipt));

/**
 * What a merchant gets for an unresolved payment: its confirmed coins, those that came in time at the locked price, the
 * late ones at the present. What is beyond the amount due stays the customer's. Nothing where it is worth nothing.
 */
export function acceptableSettlement(
  facts: PaymentRecords,
  presentPrice: () => Price,
): Settlement | undefined {
  const choice = activeChoice(facts);
  if (facts.payment.status !== 'UNRESOLVED' || isConfirming(facts) || !choice) return undefined;
  const received = facts.receipts.filter((receipt) => receipt.credited && belongsTo(choice, receipt));
  const [first] = received;
  if (!first) return undefined;
  const coinMinor = soldOf(choice, sumOf(received) - releasedFrom(facts, choice));
  // The chain may have taken back what staff have released.
  if (coinMinor <= 0n) return undefined;
  const onTimeMinor = smaller(coinMinor, sumOf(received.filter((receipt) => isOnTime(choice, receipt))));
  const lateMinor = coinMinor - onTimeMinor;
  const cents =
    valueOf(choice.coin, onTimeMinor, choice.price) +
    (lateMinor === 0n ? 0n : valueOf(choice.coin, lateMinor, presentPrice()));
  return cents === 0n ? undefined : { choice, coinMinor, cents, transactionId: first.transactionId };
}

/** How deep coins of a worth in cents have to lie. */
export type RequiredDepth = (coin: CoinCode, cents: bigint) => number;

/** What a merchant can ask back for a payment now. */
export interface Refundable {
  readonly coin: CoinCode;
  /** Of the choice; what is held is valued at it. */
  readonly price: Price;
  readonly heldMinor: bigint;
  /** What was credited to the merchant and not refunded yet; null where nothing ever was. */
  readonly creditedCents: bigint | null;
}

export const refundableCents = (refundable: Refundable): bigint =>
  valueOf(refundable.coin, refundable.heldMinor, refundable.price) + (refundable.creditedCents ?? 0n);

/** What can be asked back now; nothing where nothing can. */
export function refundableOf(
  facts: PaymentRecords,
  requiredDepth: RequiredDepth,
): Refundable | 'confirming' | undefined {
  const { payment } = facts;
  const choice = activeChoice(facts);
  if (!choice || !refundableStatuses.has(payment.status)) return undefined;
  const unresolved = payment.status === 'UNRESOLVED';
  if (unresolved && isConfirming(facts)) return 'confirming';
  const heldMinor = heldOf(facts, choice.coin);
  const credited = unresolved ? null : creditedCents(facts);
  if (heldMinor <= 0n && (credited ?? 0n) === 0n) return undefined;
  if (heldMinor > 0n && !isDeepEnough(facts, choice, requiredDepth)) return 'confirming';
  return { coin: choice.coin, price: choice.price, heldMinor, creditedCents: credited };
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
  return received.every((receipt) => receipt.confirmations >= required);
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
