import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { choiceOf, isEffective, type PaymentFacts, type ReleaseLoss } from '../facts/payment-facts.rules.ts';
import {
  isConfirmed,
  isOnTime,
  leastEnough,
  mostExact,
  sumOf,
  type Choice,
  type Payment,
  type PaymentException,
  type PaymentStatus,
} from '../facts/payment.rules.ts';
import { activeChoice, isEnough, onTimeOf, releasedFrom, visibleOf } from './active-choice.rules.ts';
import { creditedCents, lossOf, releaseLossesOf } from './held-share.rules.ts';
import { alertsOf, type PaymentAlert } from './payment-alerts.rules.ts';

export interface Settlement {
  readonly choice: Choice;
  /** The coins that are sold. */
  readonly coinMinor: bigint;
  readonly cents: bigint;
  readonly transactionId: string;
}

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
}

/**
 * What follows from the facts. The same facts always give the same: nothing depends on the order in which they were
 * learned, but that what was decided for good (settled, expired, reversed) stays decided.
 */
export function judgePayment(facts: PaymentFacts): Judgement {
  const { payment } = facts;
  const credit = facts.receipts.filter(
    (receipt) => !receipt.credited && isConfirmed(choiceOf(facts, receipt), receipt),
  );
  const undo = facts.receipts.filter((receipt) => receipt.credited && !receipt.visible);
  const after = withCredits(facts, credit, undo);
  const reverse = isReversed(after);
  const settle = reverse ? undefined : settlementOf(after);
  const status = reverse ? 'REVERSED' : settle ? 'PAID' : statusOf(after);
  const choice = settle?.choice ?? activeChoice(after);
  const decided = {
    ...after,
    payment: { ...payment, reversed_at: reverse ? facts.now : payment.reversed_at },
  };
  const lossMinor = lossOf(decided);
  const releaseLosses = releaseLossesOf(decided);
  return {
    status,
    exceptions: exceptionsOf(after, status, choice),
    choice,
    credit,
    undo,
    settle,
    reverse,
    lossMinor,
    releaseLosses,
    alerts: alertsOf({ after: decided, status, choice, reverse, lossMinor, releaseLosses }),
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

const isSettled = (payment: Payment): boolean => payment.settled_choice_id !== null;

/**
 * The chain has taken back coins that were sold. Where the merchant has paid all of it back already, there is nothing
 * to take from it again: that loss is the provider's.
 */
function isReversed(facts: PaymentFacts): boolean {
  const { payment } = facts;
  if (!isSettled(payment) || payment.reversed_at !== null || creditedCents(facts) === 0n) return false;
  const left = facts.receipts.filter(
    (receipt) => receipt.credited && choiceOf(facts, receipt).id === payment.settled_choice_id,
  );
  const choice = activeChoice(facts);
  const releasedMinor = choice ? releasedFrom(facts, choice) : 0n;
  return sumOf(left) - releasedMinor < (payment.settled_coin_amount ?? 0n);
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
  return facts.receipts.some((receipt) => receipt.visible) ? 'UNRESOLVED' : 'EXPIRED';
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

/** Of coins that came in time and are deep enough; a payment that was settled or refunded is not settled again. */
function settlementOf(facts: PaymentFacts): Settlement | undefined {
  if (isSettled(facts.payment) || facts.refunds.some(isEffective)) return undefined;
  const choice = activeChoice(facts);
  if (!choice) return undefined;
  const confirmed = onTimeOf(facts, choice).filter((receipt) => isConfirmed(choice, receipt));
  const [first] = confirmed;
  const receivedMinor = sumOf(confirmed) - releasedFrom(facts, choice);
  if (!first || receivedMinor < leastEnough(choice.coin_amount)) return undefined;
  return {
    choice,
    coinMinor: soldOf(choice, receivedMinor),
    cents: facts.payment.euro_amount,
    transactionId: first.transactionId,
  };
}

/** Beyond the tolerance the excess stays the customer's. */
export const soldOf = (choice: Choice, receivedMinor: bigint): bigint =>
  receivedMinor > mostExact(choice.coin_amount) ? choice.coin_amount : receivedMinor;

function exceptionsOf(
  facts: PaymentFacts,
  status: PaymentStatus,
  choice: Choice | undefined,
): PaymentException[] {
  if (!choice || ['NEW', 'PENDING', 'EXPIRED', 'REVERSED'].includes(status)) return [];
  const visible = visibleOf(facts, choice);
  const receivedMinor = sumOf(visible);
  const exceptions: PaymentException[] = [];
  if (receivedMinor < leastEnough(choice.coin_amount)) exceptions.push('UNDERPAID');
  if (receivedMinor > mostExact(choice.coin_amount)) exceptions.push('OVERPAID');
  if (visible.some((receipt) => !isOnTime(choice, receipt))) exceptions.push('LATE');
  return exceptions;
}
