import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { valueOf } from '../../conversions/conversion.rules.ts';
import { choiceOf, lostFeesOf, releasedOf, type PaymentRecords } from '../facts/payment-facts.rules.ts';
import { belongsTo, isOnTime, leastEnough, sumOf, type Choice } from '../facts/payment.rules.ts';

export const visibleOf = (facts: PaymentRecords, choice: Choice): Receipt[] =>
  facts.receipts.filter((receipt) => receipt.visible && belongsTo(choice, receipt));

/** Also those at addresses of earlier choices of the same coin: they are of this payment, only late. */
export const visibleOfCoin = (facts: PaymentRecords, coin: CoinCode): Receipt[] =>
  facts.receipts.filter((receipt) => receipt.visible && receipt.coin === coin);

export const onTimeOf = (facts: PaymentRecords, choice: Choice): Receipt[] =>
  visibleOf(facts, choice).filter((receipt) => isOnTime(choice, receipt));

export const isEnough = (facts: PaymentRecords, choice: Choice): boolean =>
  sumOf(onTimeOf(facts, choice)) - goneFrom(facts, choice) >=
  leastEnough(choice.coin_amount, facts.payment.tolerance_bps);

/**
 * Less than a cent can neither be accepted nor sent back: nobody could ever end a payment that anybody has sent a
 * millionth to. By the price of the choice, which stays, so that it is never one and then the other.
 */
export const isWorthACent = (facts: PaymentRecords, choice: Choice): boolean =>
  valueOf(choice.coin, sumOf(visibleOf(facts, choice)), choice.price) > 0n;

/** Of the coins of this kind, those that were released, or that a network took for refunds which reached nobody. */
function goneOf(facts: PaymentRecords, choice: Choice): bigint {
  // A refund decides which choice counts, so that only its coins ever bore a fee.
  const feesMinor = facts.refunds[0]?.choice_id === choice.id ? lostFeesOf(facts.refunds) : 0n;
  return releasedOf(facts.releases, choice.coin) + feesMinor;
}

/** What is left of the confirmed coins of this kind, for whichever choice they came. */
export const leftOf = (facts: PaymentRecords, choice: Choice): bigint =>
  sumOf(facts.receipts.filter((receipt) => receipt.credited && receipt.coin === choice.coin)) -
  goneOf(facts, choice);

/** Of the coins that came for this choice, those that are gone: others of the same coin went first. */
export function goneFrom(facts: PaymentRecords, choice: Choice): bigint {
  const { coin } = choice;
  const goneMinor = goneOf(facts, choice);
  const otherMinor = sumOf(
    facts.receipts.filter(
      (receipt) => receipt.credited && receipt.coin === coin && !belongsTo(choice, receipt),
    ),
  );
  return goneMinor > otherMinor ? goneMinor - otherMinor : 0n;
}

/**
 * Whose terms count: those that were settled or refunded, or that counted when staff released the coins of another; else
 * the choice that was paid in full first, the one that saw coins in time first, the newest while there is time, the one
 * that saw any first. Less than a cent counts only where nothing else came.
 */
export function activeChoice(facts: PaymentRecords): Choice | undefined {
  // A refund decides for good, even one that failed: what was made good for it is counted in its coin.
  const { settled_choice_id: settledId, released_choice_id: releasedId } = facts.payment;
  const decided = settledId ?? facts.refunds[0]?.choice_id ?? releasedId;
  if (decided) return facts.choices.find((choice) => choice.id === decided);
  const visible = facts.receipts.filter((receipt) => receipt.visible);
  // Each once: of choices there are few, of receipts anybody can make thousands.
  const seen = [...new Set(visible.map((receipt) => choiceOf(facts, receipt)))];
  const worthwhile = seen.filter((choice) => isWorthACent(facts, choice));
  const newest = facts.choices.at(-1);
  const paid =
    seen.find((choice) => isEnough(facts, choice)) ??
    worthwhile.find((choice) => onTimeOf(facts, choice).length > 0);
  // While there is time, coins for a choice whose price has ended do not keep the customer from the one that counts.
  return paid ?? (facts.payment.status === 'PENDING' ? newest : (worthwhile[0] ?? seen[0] ?? newest));
}
