import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import {
  choiceOf,
  isEffective,
  lostFeesOf,
  type PaymentFacts,
  type ReleaseLoss,
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
import { creditedCents, lossOf, releaseLossesOf } from './held-share.rules.ts';
import { alertsOf, type PaymentAlert } from './payment-alerts.rules.ts';
import { priceOfSlow, sellAt, type Settlement } from './settlement.rules.ts';

export interface Judgement {
  readonly status: PaymentStatus;
  readonly exceptions: readonly PaymentException[];
  /** The choice that counts; none before the first. */
  readonly choice: Choice | undefined;
  readonly credit: readonly Receipt[];
  readonly undo: readonly Receipt[];
  /** To be booked now. */
  readonly settle: Settlement | undefined;
  /** The settlement is to be undone now. */
  readonly reverse: boolean;
  /** What the provider has to put in for coins that were sent on and taken back; below zero, what it gets again. */
  readonly lossMinor: bigint;
  /** The same for coins that staff have released, other than those of the choice. */
  readonly releaseLosses: readonly ReleaseLoss[];
  readonly alerts: readonly PaymentAlert[];
  /** It is to be decided at the present price, by whoever knows it. */
  readonly undecided: boolean;
}

/** Where the price is asked for and none is fresh it throws; not given to whoever knows no prices. */
export type PresentPrice = (coin: CoinCode) => Price;

/**
 * What follows from the facts. The same facts always give the same: nothing depends on the order in which they were
 * learned, but that what was decided for good (settled, expired, worth too little, reversed) stays decided.
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
  const decided = {
    ...after,
    payment: { ...payment, reversed_at: reverse ? facts.now : payment.reversed_at },
  };
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
    lossMinor,
    releaseLosses,
    alerts: alertsOf({ after: decided, status, choice, reverse, lossMinor, releaseLosses }),
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

/** Whose time is over waits for nothing any more, whatever was decided last. */
const withTime = (facts: PaymentFacts): PaymentFacts =>
  facts.payment.status === 'PENDING' && isTimeOver(facts)
    ? { ...facts, payment: { ...facts.payment, status: 'EXPIRED' } }
    : facts;

const withSettlement = (facts: PaymentFacts, { coinMinor, cents }: Settlement): PaymentFacts => ({
  ...facts,
  payment: { ...facts.payment, settled_coin_amount: coinMinor, settled_euro_amount: cents },
});

const isSettled = (payment: Payment): boolean => payment.settled_choice_id !== null;

/** The chain has taken back coins that were sold, whatever the merchant has done with what it got for them. */
function isReversed(facts: PaymentFacts): boolean {
  const { payment } = facts;
  if (!isSettled(payment) || payment.reversed_at !== null) return false;
  const choice = activeChoice(facts);
  if (!choice) return false;
  const own = facts.receipts.filter((receipt) => receipt.credited && belongsTo(choice, receipt));
  // What was accepted was all that came. Otherwise coins whose price had ended do not stand in for those that had it.
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

/** Of a payment that nobody has settled or refunded: what the chain and the time say. */
function openStatusOf(facts: PaymentFacts): PaymentStatus {
  const choice = activeChoice(facts);
  if (!choice) return isTimeOver(facts) ? 'EXPIRED' : 'NEW';
  if (isEnough(facts, choice)) return 'CONFIRMING';
  if (!isTimeOver(facts)) return 'PENDING';
  return facts.choices.some((each) => isWorthACent(facts, each)) ? 'UNRESOLVED' : 'EXPIRED';
}

/** Only once every chain that was chosen has been read up to then: coins that came in time must have been seen. */
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
 * Of coins that came in time and are deep enough; a payment that was settled or refunded is not settled again. Slow ones
 * are judged once, with the block that makes them deep enough: to look again would be to wait for a better price.
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
  // Slow coins were enough once, and worth too little when they could be sold.
  const wereTooLittle =
    promptMinor < least && own.some((receipt) => isOnTime(choice, receipt) && isSlow(choice, receipt));
  const isShort = status === 'UNRESOLVED' || isSoldShort(payment);
  const exceptions: PaymentException[] = [];
  if (receivedMinor < least || (wereTooLittle && isShort)) exceptions.push('UNDERPAID');
  // What a refund without effect has cost could not be sold any more.
  const neededMinor =
    payment.settled_coin_amount === null
      ? choice.coin_amount
      : payment.settled_coin_amount + lostFeesOf(facts.refunds);
  if (receivedMinor > mostExact(neededMinor, payment.tolerance_bps)) exceptions.push('OVERPAID');
  if (all.some((receipt) => !isAtLockedPrice(choiceOf(facts, receipt), receipt))) exceptions.push('LATE');
  return exceptions;
}

/** Why it was sent back stays why, when the chain has taken the coins themselves back since. */
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
