import type { Choice } from '../../payments/facts/payment.rules.ts';
import { isConfirmed, type PaymentStatus } from '../../payments/facts/payment.rules.ts';
import { choiceOf } from '../../payments/facts/payment-facts.rules.ts';
import type { Story } from './read-story.ts';

export type StepName = 'created' | 'seen' | 'confirmed' | 'credited';

export interface PaymentStep {
  readonly name: StepName;
  /** `never`: the payment ended before this step. */
  readonly state: 'done' | 'now' | 'later' | 'never';
  /** Undefined if the step is not done or its time is not stored. */
  readonly at?: Date | undefined;
}

const openStatuses: ReadonlySet<PaymentStatus> = new Set(['NEW', 'PENDING', 'CONFIRMING', 'UNRESOLVED']);

/** Returns the four steps of a payment. The first step that is not done is the present one of an open payment. */
export function stepsOf({
  payment,
  lookup: { records, transactions },
  moments,
}: Pick<Story, 'payment' | 'lookup' | 'moments'>): readonly PaymentStep[] {
  const isCredited = payment.settled_euro_amount !== null && payment.reversed_at === null;
  const paidAt = payment.accepted_at ?? moments.find(({ status }) => status === 'PAID')?.at;
  const isSettled =
    transactions.length > 0 &&
    transactions.every((receipt) => isConfirmed(choiceOf(records, receipt), receipt));
  const known = [
    { name: 'created', isDone: true, at: payment.created_at },
    { name: 'seen', isDone: transactions.length > 0, at: transactions[0]?.firstSeenAt },
    { name: 'confirmed', isDone: isSettled, at: undefined },
    { name: 'credited', isDone: isCredited, at: paidAt },
  ] as const;
  const present = known.find(({ isDone }) => !isDone)?.name;
  const isOpen = openStatuses.has(payment.status);
  return known.map(({ name, isDone, at }): PaymentStep => {
    if (isDone) return { name, state: 'done', at };
    if (!isOpen) return { name, state: 'never' };
    return { name, state: name === present ? 'now' : 'later' };
  });
}

type Lookup = Story['lookup'];

/** Returns how long after its deadline a transaction was seen; 0 if it was seen in time. */
export const latenessMs = (choice: Pick<Choice, 'expires_at'>, seenAt: Date): number =>
  Math.max(seenAt.getTime() - choice.expires_at.getTime(), 0);

/** Returns the lateness of the payment's latest transaction. */
export const largestLatenessMs = ({
  records,
  transactions,
}: Pick<Lookup, 'records' | 'transactions'>): number =>
  Math.max(0, ...transactions.map((receipt) => latenessMs(choiceOf(records, receipt), receipt.firstSeenAt)));

/** Returns the confirmations of the transaction that needs most of them, for the step "confirmed". */
export function leastConfirmed({
  records,
  transactions,
}: Pick<Lookup, 'records' | 'transactions'>):
  | { readonly count: number; readonly needed: number }
  | undefined {
  const counted = transactions.map((receipt) => {
    const needed = choiceOf(records, receipt).required_confirmations;
    return { count: Math.min(receipt.confirmations, needed), needed };
  });
  return counted.toSorted((one, other) => other.needed - other.count - (one.needed - one.count))[0];
}
