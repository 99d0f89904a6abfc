import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import { choiceOf, type PaymentRecords } from '../facts/payment-facts.rules.ts';
import { isConfirmed, type PaymentStatus } from '../facts/payment.rules.ts';
import { activeChoice, leftOf } from './active-choice.rules.ts';
import { sellAt, type Settlement } from './settlement.rules.ts';

export type AcceptableStatus = 'ACCEPTABLE' | 'NOT_ACCEPTABLE' | 'ACCEPTED';

const acceptedStatuses: ReadonlySet<PaymentStatus> = new Set(['PAID', 'PARTIALLY_REFUNDED']);

export const isAccepted = ({ payment }: PaymentRecords): boolean => acceptedStatuses.has(payment.status);

export const isConfirming = (facts: PaymentRecords): boolean =>
  facts.receipts.some((receipt) => receipt.visible && !isConfirmed(choiceOf(facts, receipt), receipt));

/**
 * Returns whether coins are mined but lack confirmations, which takes minutes. Unmined coins do not count: a
 * transaction with a tiny amount and fee could delay the payment for ever.
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
 * Returns what the merchant gets for an unresolved payment: the present value of its confirmed coins, up to the
 * requested sum. The price is not locked: otherwise the merchant could accept after a fall and refund after a rise.
 * Unconfirmed coins are not waited for, because any person can send to a public address.
 */
export function acceptableSettlement(
  facts: PaymentRecords,
  presentPrice: (coin: CoinCode) => Price,
): Settlement | undefined {
  const choice = activeChoice(facts);
  if (facts.payment.status !== 'UNRESOLVED' || !choice) return undefined;
  const first = facts.receipts.find((receipt) => receipt.credited && receipt.coin === choice.coin);
  if (!first) return undefined;
  // Zero or negative if a reorganisation removed released coins or coins that bore a fee. Nothing is sold then.
  const sold = sellAt(presentPrice(choice.coin), facts.payment, choice.coin, leftOf(facts, choice));
  return sold && { choice, ...sold, transactionId: first.transactionId };
}
