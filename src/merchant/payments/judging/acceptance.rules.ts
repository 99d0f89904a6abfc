import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import { choiceOf, type PaymentRecords } from '../facts/payment-facts.rules.ts';
import { belongsTo, isConfirmed, sumOf, type PaymentStatus } from '../facts/payment.rules.ts';
import { activeChoice, goneFrom } from './active-choice.rules.ts';
import { sellAt, type Settlement } from './settlement.rules.ts';

export type AcceptableStatus = 'ACCEPTABLE' | 'NOT_ACCEPTABLE' | 'ACCEPTED';

/** What was accepted stays so while any of it is left. */
const acceptedStatuses: ReadonlySet<PaymentStatus> = new Set(['PAID', 'PARTIALLY_REFUNDED']);

export const isAccepted = ({ payment }: PaymentRecords): boolean => acceptedStatuses.has(payment.status);

/** Some coins may still be taken back or become more: too early to decide about an unresolved payment. */
export const isConfirming = (facts: PaymentRecords): boolean =>
  facts.receipts.some((receipt) => receipt.visible && !isConfirmed(choiceOf(facts, receipt), receipt));

/**
 * What a merchant gets for an unresolved payment: what its confirmed coins are worth now, up to what was asked for. No
 * price is kept for it: it could be accepted when the price has fallen, and sent back when it has risen.
 */
export function acceptableSettlement(
  facts: PaymentRecords,
  presentPrice: (coin: CoinCode) => Price,
): Settlement | undefined {
  const choice = activeChoice(facts);
  if (facts.payment.status !== 'UNRESOLVED' || isConfirming(facts) || !choice) return undefined;
  const received = facts.receipts.filter((receipt) => receipt.credited && belongsTo(choice, receipt));
  const [first] = received;
  if (!first) return undefined;
  const coinMinor = sumOf(received) - goneFrom(facts, choice);
  // The chain may have taken back what staff have released, or what bore a fee.
  if (coinMinor <= 0n) return undefined;
  const sold = sellAt(presentPrice(choice.coin), facts.payment, choice.coin, coinMinor);
  return sold && { choice, ...sold, transactionId: first.transactionId };
}
