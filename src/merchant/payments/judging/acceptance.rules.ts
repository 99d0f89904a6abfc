import type { Price } from '../../assets/asset.rules.ts';
import { valueOf } from '../../conversions/conversion.rules.ts';
import { choiceOf, type PaymentRecords } from '../facts/payment-facts.rules.ts';
import { belongsTo, isConfirmed, isOnTime, sumOf, type PaymentStatus } from '../facts/payment.rules.ts';
import { activeChoice, releasedFrom } from './active-choice.rules.ts';
import { soldOf, type Settlement } from './judge.rules.ts';

export type AcceptableStatus = 'ACCEPTABLE' | 'NOT_ACCEPTABLE' | 'ACCEPTED';

/** What was accepted stays so while any of it is left. */
const acceptedStatuses: ReadonlySet<PaymentStatus> = new Set(['PAID', 'PARTIALLY_REFUNDED']);

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

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
