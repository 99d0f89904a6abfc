import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import { choiceOf, type PaymentRecords } from '../facts/payment-facts.rules.ts';
import { isConfirmed, type PaymentStatus } from '../facts/payment.rules.ts';
import { activeChoice, leftOf } from './active-choice.rules.ts';
import { sellAt, type Settlement } from './settlement.rules.ts';

export type AcceptableStatus = 'ACCEPTABLE' | 'NOT_ACCEPTABLE' | 'ACCEPTED';

/** What was accepted stays so while any of it is left. */
const acceptedStatuses: ReadonlySet<PaymentStatus> = new Set(['PAID', 'PARTIALLY_REFUNDED']);

export const isAccepted = ({ payment }: PaymentRecords): boolean => acceptedStatuses.has(payment.status);

export const isConfirming = (facts: PaymentRecords): boolean =>
  facts.receipts.some((receipt) => receipt.visible && !isConfirmed(choiceOf(facts, receipt), receipt));

/**
 * Coins in a block that are not deep enough yet, which takes minutes. What waits for a block may wait for ever: whoever
 * sends next to nothing with too low a fee could hold up what depends on it.
 */
export const isMaturing = (facts: PaymentRecords, coin?: CoinCode): boolean =>
  facts.receipts.some(
    (receipt) =>
      receipt.visible &&
      receipt.confirmations > 0 &&
      (coin === undefined || receipt.coin === coin) &&
      !isConfirmed(choiceOf(facts, receipt), receipt),
  );

/**
 * What a merchant gets for an unresolved payment: what its confirmed coins are worth now, up to what was asked for. No
 * price is kept for it: it could be accepted when the price has fallen, and sent back when it has risen. Nothing else is
 * waited for: anybody can send to an address that stands in the chain.
 */
export function acceptableSettlement(
  facts: PaymentRecords,
  presentPrice: (coin: CoinCode) => Price,
): Settlement | undefined {
  const choice = activeChoice(facts);
  if (facts.payment.status !== 'UNRESOLVED' || !choice) return undefined;
  const first = facts.receipts.find((receipt) => receipt.credited && receipt.coin === choice.coin);
  if (!first) return undefined;
  // Nothing, or less, where the chain took back what staff have released, or what bore a fee: that is not sold.
  const sold = sellAt(presentPrice(choice.coin), facts.payment, choice.coin, leftOf(facts, choice));
  return sold && { choice, ...sold, transactionId: first.transactionId };
}
