import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import {
  choiceOf,
  isEffective,
  lostFeesOf,
  type PaymentFacts,
  type ReleaseLoss,
  type ReleaseShare,
} from '../facts/payment-facts.rules.ts';
import {
  belongsTo,
  isAtLockedPrice,
  isConfirmed,
  isOnTime,
  isSlow,
  leastEnough,
  mostExact,
  sumOf,
  type Choice,
  type Payment,
  type PaymentException,
  type PaymentStatus,
} from '../facts/payment.rules.ts';
import {
  activeChoice,
  isEnough,
  isWorthACent,
  leftOf,
  onTimeOf,
  goneFrom,
  visibleOf,
  visibleOfCoin,
} from './active-choice.rules.ts';
import { creditedCents, lossOf, releaseLossesOf, undoneSalesOf } from './held-share.rules.ts';
import { alertsOf, type PaymentAlert } from './payment-alerts.rules.ts';
import { priceOfSlow, sellAt, type Settlement } from './settlement.rules.ts';

export interface Judgement {
  readonly status: PaymentStatus;
  readonly exceptions: readonly PaymentException[];
  /** The active choice; undefined before the first one. */
  readonly choice: Choice | undefined;
  readonly credit: readonly Receipt[];
  readonly undo: readonly Receipt[];
  readonly settle: Settlement | undefined;
  readonly reverse: boolean;
  /** Sales for the merchant's debt to undo now. */
  readonly undoneSales: readonly ReleaseShare[];
  /**
   * Amount that the provider pays for coins that were sent on and then removed. Negative if the provider gets coins
   * back.
   */
  readonly lossMinor: bigint;
  /** The same for released coins of other choices. */
  readonly releaseLosses: readonly ReleaseLoss[];
  readonly alerts: readonly PaymentAlert[];
  /** Whether the present price is needed, which this caller does not have. */
  readonly undecided: boolean;
}

/** Returns the present price. Throws if there is no recent one. Callers without prices omit this function. */
export type PresentPrice = (coin: CoinCode) => Price;

/**
 * Derives the judgement from the facts. The result does not depend on the order in which the facts were learned, except
 * that final decisions (settled, expired, worth too little, reversed) stay.
 */
export function judgePayment(given: PaymentFacts, presentPrice?: PresentPrice): Judgement {
  const facts = withTime(given);
  const { payment } = facts;
  const credit = facts.receipts.filter(
    (receipt) => !receipt.credited && isConfirmed(choiceOf(facts, receipt), receipt),
  );
  const undo = facts.receipts.filter((receipt) => receipt.credited && !receipt.visible);
  const after = withCredits(facts, credit, undo);
  const reverse = isReversed(after);
  const settlement = reverse ? undefined : settlementOf(after, presentPrice);
  const settle = typeof settlement === 'object' ? settlement : undefined;
  const status = reverse
    ? 'REVERSED'
    : settle
      ? 'PAID'
      : settlement === 'too_little'
        ? 'UNRESOLVED'
        : statusOf(after);
  const choice = activeChoice(after);
  const reversed = {
    ...after,
    payment: { ...payment, reversed_at: reverse ? facts.now : payment.reversed_at },
  };
  const undoneSales = undoneSalesOf(reversed);
  const decided = { ...reversed, releases: withoutSales(reversed.releases, undoneSales) };
  const lossMinor = lossOf(decided);
  const releaseLosses = releaseLossesOf(decided);
  return {
    status,
    exceptions: exceptionsOf(settle ? withSettlement(after, settle) : after, status, choice),
    choice,
    credit,
    undo,
    settle,
    reverse,
    undoneSales,
    lossMinor,
    releaseLosses,
    alerts: alertsOf({
      after: decided,
      status,
      choice,
      reverse: reverse || undoneSales.length > 0,
      lossMinor,
      releaseLosses,
    }),
    undecided: settlement === 'undecided',
  };
}

export function withCredits(
  facts: PaymentFacts,
  credit: readonly Receipt[],
  undo: readonly Receipt[],
): PaymentFacts {
  const changed = new Set([...credit, ...undo]);
  return {
    ...facts,
    receipts: facts.receipts.map((receipt) =>
      changed.has(receipt) ? { ...receipt, credited: !receipt.credited } : receipt,
    ),
  };
}

export const withoutSales = (
  releases: readonly ReleaseShare[],
  undone: readonly ReleaseShare[],
): ReleaseShare[] =>
  releases.map((release) => (undone.includes(release) ? { ...release, status: 'FAILED' } : release));

/** A PENDING payment past its deadline counts as EXPIRED. */
const withTime = (facts: PaymentFacts): PaymentFacts =>
  facts.payment.status === 'PENDING' && isTimeOver(facts)
    ? { ...facts, payment: { ...facts.payment, status: 'EXPIRED' } }
    : facts;

const withSettlement = (facts: PaymentFacts, { coinMinor, cents }: Settlement): PaymentFacts => ({
  ...facts,
  payment: { ...facts.payment, settled_coin_amount: coinMinor, settled_euro_amount: cents },
});

const isSettled = (payment: Payment): boolean => payment.settled_choice_id !== null;

/** Returns whether a reorganisation removed sold coins. What the merchant did with the credit does not matter. */
function isReversed(facts: PaymentFacts): boolean {
  const { payment } = facts;
  if (!isSettled(payment) || payment.reversed_at !== null) return false;
  const choice = activeChoice(facts);
  if (!choice) return false;
  const own = facts.receipts.filter((receipt) => receipt.credited && belongsTo(choice, receipt));
  // An acceptance covers all coins of the kind. Otherwise coins at an ended price do not replace those at the locked
  // price.
  const leftMinor =
    payment.accepted_at === null ? sumOf(own) - goneFrom(facts, choice) : leftOf(facts, choice);
  return leftMinor < (payment.settled_coin_amount ?? 0n);
}

function statusOf(facts: PaymentFacts): PaymentStatus {
  const { payment } = facts;
  const effective = facts.refunds.filter(isEffective);
  const refunding = effective.some((refund) => refund.status === 'PROCESSING') ? 'REFUNDING' : 'REFUNDED';
  if (payment.reversed_at !== null) return 'REVERSED';
  if (isSettled(payment)) {
    if (effective.length === 0) return 'PAID';
    return creditedCents(facts) === 0n ? refunding : 'PARTIALLY_REFUNDED';
  }
  if (effective.length > 0) return refunding;
  return openStatusOf(facts);
}

/** Returns the status of a payment without settlement or refund, from its receipts and the time. */
function openStatusOf(facts: PaymentFacts): PaymentStatus {
  const choice = activeChoice(facts);
  if (!choice) return isTimeOver(facts) ? 'EXPIRED' : 'NEW';
  if (isEnough(facts, choice)) return 'CONFIRMING';
  if (!isTimeOver(facts)) return 'PENDING';
  return facts.choices.some((each) => isWorthACent(facts, each)) ? 'UNRESOLVED' : 'EXPIRED';
}

/**
 * Returns whether the deadline has passed on every chosen chain. A chain must have been read up to the deadline, so
 * that all coins sent in time are known.
 */
function isTimeOver(facts: PaymentFacts): boolean {
  const { payment } = facts;
  if (payment.status === 'EXPIRED' || payment.status === 'UNRESOLVED') return true;
  if (facts.choices.length === 0) return facts.now >= payment.expires_at;
  return facts.choices.every(({ coin }) => {
    const caughtUpAt = facts.caughtUpAt.get(coin);
    return caughtUpAt !== undefined && caughtUpAt >= payment.expires_at;
  });
}

/**
 * Returns the settlement of coins that came in time and are confirmed. A settled or refunded payment is not settled
 * again. Slow coins are judged once, at the block that confirms them: a second judgement could wait for a better price.
 */
function settlementOf(
  facts: PaymentFacts,
  presentPrice: PresentPrice | undefined,
): Settlement | 'too_little' | 'undecided' | undefined {
  const { payment } = facts;
  if (isSettled(payment) || facts.refunds.some(isEffective)) return undefined;
  const choice = activeChoice(facts);
  if (!choice) return undefined;
  const confirmed = onTimeOf(facts, choice).filter((receipt) => isConfirmed(choice, receipt));
  const [first] = confirmed;
  const takenMinor = goneFrom(facts, choice);
  const isMet = (receipts: readonly Receipt[]): boolean =>
    sumOf(receipts) - takenMinor >= leastEnough(choice.coin_amount, payment.tolerance_bps);
  if (!first || !isMet(confirmed)) return undefined;
  const sellFor = (price: Price, receipts: readonly Receipt[]): Settlement | undefined => {
    const sold = sellAt(price, payment, choice.coin, sumOf(receipts) - takenMinor);
    return sold && { choice, ...sold, transactionId: first.transactionId };
  };
  const prompt = confirmed.filter((receipt) => !isSlow(choice, receipt));
  if (isMet(prompt)) return sellFor(choice.price, prompt);
  if (payment.status === 'UNRESOLVED') return 'too_little';
  if (!presentPrice) return 'undecided';
  const settlement = sellFor(priceOfSlow(choice, presentPrice(choice.coin)), confirmed);
  const isWorthIt = (settlement?.cents ?? 0n) >= leastEnough(payment.euro_amount, payment.tolerance_bps);
  return isWorthIt ? settlement : 'too_little';
}

function exceptionsOf(
  facts: PaymentFacts,
  status: PaymentStatus,
  choice: Choice | undefined,
): PaymentException[] {
  if (!choice || ['PENDING', 'EXPIRED', 'REVERSED'].includes(status)) return [];
  const { payment } = facts;
  if (isLostAfterRefund(facts, status, choice)) return payment.exceptions;
  const own = visibleOf(facts, choice);
  const all = visibleOfCoin(facts, choice.coin);
  const receivedMinor = sumOf(all);
  const least = leastEnough(choice.coin_amount, payment.tolerance_bps);
  const promptMinor = sumOf(own.filter((receipt) => !isSlow(choice, receipt)));
  // Slow coins were enough in amount but worth too little at the time of the sale.
  const wereTooLittle =
    promptMinor < least && own.some((receipt) => isOnTime(choice, receipt) && isSlow(choice, receipt));
  const isShort = status === 'UNRESOLVED' || isSoldShort(payment);
  const exceptions: PaymentException[] = [];
  if (receivedMinor < least || (wereTooLittle && isShort)) exceptions.push('UNDERPAID');
  // Lost refund fees could not be sold, so they are not an excess.
  const neededMinor =
    payment.settled_coin_amount === null
      ? choice.coin_amount
      : payment.settled_coin_amount + lostFeesOf(facts.refunds);
  if (receivedMinor > mostExact(neededMinor, payment.tolerance_bps)) exceptions.push('OVERPAID');
  if (all.some((receipt) => !isAtLockedPrice(choiceOf(facts, receipt), receipt))) exceptions.push('LATE');
  return exceptions;
}

/** Returns whether a reorganisation removed coins after their refund. The reasons for the refund are kept then. */
const isLostAfterRefund = (facts: PaymentFacts, status: PaymentStatus, choice: Choice): boolean =>
  (status === 'REFUNDING' || status === 'REFUNDED') &&
  facts.receipts.some(
    (receipt) => !receipt.visible && receipt.creditCount > 0 && receipt.coin === choice.coin,
  );

const isSoldShort = ({
  settled_euro_amount: cents,
  euro_amount: due,
  tolerance_bps: tolerance,
}: Payment): boolean => cents !== null && cents < leastEnough(due, tolerance);
