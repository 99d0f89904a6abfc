import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import { choiceOf, lostFeesOf, releasedOf, type PaymentRecords } from '../facts/payment-facts.rules.ts';
import { belongsTo, isOnTime, leastEnough, sumOf, type Choice } from '../facts/payment.rules.ts';

export const visibleOf = (facts: PaymentRecords, choice: Choice): Receipt[] =>
  facts.receipts.filter((receipt) => receipt.visible && belongsTo(choice, receipt));

/**
 * Returns all visible receipts of the coin. Coins at addresses of earlier choices belong to the payment too, but are
 * late.
 */
export const visibleOfCoin = (facts: PaymentRecords, coin: CoinCode): Receipt[] =>
  facts.receipts.filter((receipt) => receipt.visible && receipt.coin === coin);

export const onTimeOf = (facts: PaymentRecords, choice: Choice): Receipt[] =>
  visibleOf(facts, choice).filter((receipt) => isOnTime(choice, receipt));

export const isEnough = (facts: PaymentRecords, choice: Choice): boolean =>
  sumOf(onTimeOf(facts, choice)) - goneFrom(facts, choice) >=
  leastEnough(choice.coin_amount, facts.payment.tolerance_bps);

/**
 * Returns whether the coins of a choice are worth a cent. A smaller sum can be neither accepted nor refunded, so a
 * payment that waited for that would never end. Uses the locked price, so that the result does not change over time.
 */
export const isWorthACent = (facts: PaymentRecords, choice: Choice): boolean =>
  valueOf(choice.coin, sumOf(visibleOf(facts, choice)), choice.price) > 0n;

/** Returns the amount of this coin that was released or spent on fees of refunds without effect. */
function goneOf(facts: PaymentRecords, choice: Choice): bigint {
  // A refund fixes the active choice, so only coins of that choice have borne fees.
  const feesMinor = facts.refunds[0]?.choice_id === choice.id ? lostFeesOf(facts.refunds) : 0n;
  return releasedOf(facts.releases, choice.coin) + feesMinor;
}

/** Returns the credited amount of this coin that is left, over all choices. */
export const leftOf = (facts: PaymentRecords, choice: Choice): bigint =>
  sumOf(facts.receipts.filter((receipt) => receipt.credited && receipt.coin === choice.coin)) -
  goneOf(facts, choice);

/** Returns how much of this choice's coins is gone. Coins of other choices are used up first. */
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
 * Returns the choice whose terms apply. A choice that was settled, refunded, or active when staff released other coins
 * stays active. Otherwise it is, in this order: the first choice paid in full; the first with coins in time; the
 * newest, before the deadline; the first with any coins. A choice with less than a cent is active only if no other
 * received coins.
 */
export function activeChoice(facts: PaymentRecords): Choice | undefined {
  // A failed refund is final too: its losses are recorded in its coin.
  const { settled_choice_id: settledId, released_choice_id: releasedId } = facts.payment;
  const decided = settledId ?? facts.refunds[0]?.choice_id ?? releasedId;
  if (decided) return facts.choices.find((choice) => choice.id === decided);
  const visible = facts.receipts.filter((receipt) => receipt.visible);
  // Deduplicated: there are few choices, but a sender can create thousands of receipts.
  const seen = [...new Set(visible.map((receipt) => choiceOf(facts, receipt)))];
  const worthwhile = seen.filter((choice) => isWorthACent(facts, choice));
  const newest = facts.choices.at(-1);
  const paid =
    seen.find((choice) => isEnough(facts, choice)) ??
    worthwhile.find((choice) => onTimeOf(facts, choice).length > 0);
  // Before the deadline, coins for a choice with an ended price must not block payment to the newest choice.
  return paid ?? (facts.payment.status === 'PENDING' ? newest : (worthwhile[0] ?? seen[0] ?? newest));
}
