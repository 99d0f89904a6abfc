import assert from 'node:assert/strict';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { Receipt } from '../chains/receipts/receipt.rules.ts';
import { isStanding, type RefundShare } from '../refunds/refund.rules.ts';
import { madeGoodOf, releasedOf, type ReleaseLoss, type ReleaseShare } from '../releases/release.rules.ts';
import {
  belongsTo,
  isConfirmed,
  isOnTime,
  leastEnough,
  mostExact,
  sumOf,
  type Choice,
  type Payment,
  type PaymentException,
  type PaymentStatus,
} from './payment.rules.ts';

/** What follows from a status that was decided is asked of these alone. */
export interface PaymentRecords {
  readonly payment: Pick<
    Payment,
    | 'status'
    | 'settled_choice_id'
    | 'settled_coin_amount'
    | 'settled_euro_amount'
    | 'released_choice_id'
    | 'reversed_at'
    | 'lost_coin_amount'
  >;
  /** The oldest first. */
  readonly choices: readonly Choice[];
  /** The first seen first. */
  readonly receipts: readonly Receipt[];
  readonly refunds: readonly RefundShare[];
  /** What staff have let go of the coins that were held; the oldest first. */
  readonly releases: readonly ReleaseShare[];
}

/** Everything that decides what a payment is. */
export interface PaymentFacts extends PaymentRecords {
  readonly payment: Payment;
  /** Up to which moment each chain has been read, now where its coin is off; nothing where it never was. */
  readonly caughtUpAt: ReadonlyMap<CoinCode, Date>;
  readonly now: Date;
}

export interface Settlement {
  readonly choice: Choice;
  /** The coins that are sold. */
  readonly coinMinor: bigint;
  readonly cents: bigint;
  readonly transactionId: string;
}

/** What staff should look at. */
export const paymentAlerts = ['reversed', 'lost_coins', 'stray_coins', 'coins_after_end'] as const;
export type PaymentAlert = (typeof paymentAlerts)[number];

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

export function choiceOf(facts: Pick<PaymentRecords, 'choices'>, receipt: Receipt): Choice {
  const choice = facts.choices.find((candidate) => belongsTo(candidate, receipt));
  assert(choice, 'a receipt of a payment came to an address that was chosen for it');
  return choice;
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

/** What the merchant was credited and has not paid back. */
export function creditedCents({ payment, refunds }: Pick<PaymentRecords, 'payment' | 'refunds'>): bigint {
  const refunded = refunds.filter(isStanding).reduce((sum, refund) => sum + refund.euro_amount, 0n);
  return payment.reversed_at === null ? (payment.settled_euro_amount ?? 0n) - refunded : 0n;
}

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
  const standing = facts.refunds.filter(isStanding);
  const refunding = standing.some((refund) => refund.status === 'PROCESSING') ? 'REFUNDING' : 'REFUNDED';
  if (payment.reversed_at !== null) return 'REVERSED';
  if (isSettled(payment)) {
    if (standing.length === 0) return 'PAID';
    return creditedCents(facts) === 0n ? refunding : 'PARTIALLY_REFUNDED';
  }
  if (standing.length > 0) return refunding;
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

const visibleOf = (facts: PaymentRecords, choice: Choice): Receipt[] =>
  facts.receipts.filter((receipt) => receipt.visible && belongsTo(choice, receipt));

const onTimeOf = (facts: PaymentRecords, choice: Choice): Receipt[] =>
  visibleOf(facts, choice).filter((receipt) => isOnTime(choice, receipt));

const isEnough = (facts: PaymentRecords, choice: Choice): boolean =>
  sumOf(onTimeOf(facts, choice)) - releasedFrom(facts, choice) >= leastEnough(choice.coin_amount);

/** Of the coins that came for this choice, those that were released: others of the same coin went first. */
export function releasedFrom(facts: PaymentRecords, choice: Choice): bigint {
  const { coin } = choice;
  const releasedMinor = releasedOf(facts.releases, coin);
  if (releasedMinor === 0n) return 0n;
  const otherMinor = sumOf(
    facts.receipts.filter(
      (receipt) => receipt.credited && receipt.coin === coin && !belongsTo(choice, receipt),
    ),
  );
  return releasedMinor > otherMinor ? releasedMinor - otherMinor : 0n;
}

/**
 * Whose terms count: those that were settled or refunded, or that counted when staff released the coins of another; else
 * the choice that was paid in full first, the one that saw coins first, the newest.
 */
export function activeChoice(facts: PaymentRecords): Choice | undefined {
  // A refund decides for good, even one that failed: what was made good for it is counted in its coin.
  const { settled_choice_id: settledId, released_choice_id: releasedId } = facts.payment;
  const decided = settledId ?? facts.refunds[0]?.choice_id ?? releasedId;
  if (decided) return facts.choices.find((choice) => choice.id === decided);
  const visible = facts.receipts.filter((receipt) => receipt.visible);
  // Each once: of choices there are few, of receipts anybody can make thousands.
  const seen = [...new Set(visible.map((receipt) => choiceOf(facts, receipt)))];
  return seen.find((choice) => isEnough(facts, choice)) ?? seen[0] ?? facts.choices.at(-1);
}

/** Of coins that came in time and are deep enough; a payment that was settled or refunded is not settled again. */
function settlementOf(facts: PaymentFacts): Settlement | undefined {
  if (isSettled(facts.payment) || facts.refunds.some(isStanding)) return undefined;
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

/** The payment's own share of what is held for the merchant in this coin. */
export function heldOf(facts: PaymentRecords, coin: CoinCode): bigint {
  const { payment } = facts;
  const received = sumOf(facts.receipts.filter((receipt) => receipt.credited && receipt.coin === coin));
  const left = received - releasedOf(facts.releases, coin) + madeGoodOf(facts.releases, coin);
  const active = activeChoice(facts);
  // Only coins of the choice that counts are ever sold or sent back.
  if (active?.coin !== coin) return left;
  const sold = payment.reversed_at === null ? (payment.settled_coin_amount ?? 0n) : 0n;
  const sentOn = facts.refunds.filter(isStanding).reduce((sum, refund) => sum + refund.held_coin_amount, 0n);
  return left - sold - sentOn + payment.lost_coin_amount;
}

function lossOf(facts: PaymentFacts): bigint {
  const choice = activeChoice(facts);
  if (!choice) return 0n;
  return shortageOf(heldOf(facts, choice.coin), facts.payment.lost_coin_amount);
}

function shortageOf(heldMinor: bigint, madeGoodMinor: bigint): bigint {
  if (heldMinor < 0n) return -heldMinor;
  return -(heldMinor < madeGoodMinor ? heldMinor : madeGoodMinor);
}

/** Each coin's is kept with its first release. */
function releaseLossesOf(facts: PaymentFacts): ReleaseLoss[] {
  const active = activeChoice(facts);
  return facts.releases.flatMap(({ id, coin }, index) => {
    const isFirst = facts.releases.findIndex((release) => release.coin === coin) === index;
    if (!isFirst || coin === active?.coin) return [];
    const lossMinor = shortageOf(heldOf(facts, coin), madeGoodOf(facts.releases, coin));
    return lossMinor === 0n ? [] : [{ releaseId: id, coin, lossMinor }];
  });
}

function alertsOf(seen: {
  after: PaymentFacts;
  status: PaymentStatus;
  choice: Choice | undefined;
  reverse: boolean;
  lossMinor: bigint;
  releaseLosses: readonly ReleaseLoss[];
}): PaymentAlert[] {
  const { after, choice, status, lossMinor } = seen;
  const alerts: PaymentAlert[] = [];
  if (seen.reverse) alerts.push('reversed');
  if (lossMinor > 0n || seen.releaseLosses.some((loss) => loss.lossMinor > 0n)) alerts.push('lost_coins');
  if (choice && hasStrays(after, choice, lossMinor)) alerts.push('stray_coins');
  const ended = ['REFUNDING', 'REFUNDED', 'REVERSED'].includes(status);
  if (ended && choice && heldOf(after, choice.coin) + lossMinor > 0n) alerts.push('coins_after_end');
  return alerts;
}

/** Coins for another choice than the one that counts, which nobody has released or, being of the same coin, sent back. */
function hasStrays(facts: PaymentFacts, choice: Choice, lossMinor: bigint): boolean {
  const strays = facts.receipts.filter((receipt) => receipt.credited && !belongsTo(choice, receipt));
  return [...Map.groupBy(strays, (receipt) => receipt.coin)].some(
    ([coin, own]) =>
      sumOf(own) > releasedOf(facts.releases, coin) &&
      (coin !== choice.coin || heldOf(facts, coin) + lossMinor > 0n),
  );
}
