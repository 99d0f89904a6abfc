import type { Receipt } from '../../../chains/receipts/receipt.rules.ts';
import { choiceOf, type PaymentRecords } from '../../../payments/facts/payment-facts.rules.ts';
import {
  isConfirmed,
  type Choice,
  type Payment,
  type PaymentStatus,
} from '../../../payments/facts/payment.rules.ts';

export type StepName = 'created' | 'seen' | 'confirmed' | 'credited';

export interface PaymentStep {
  readonly name: StepName;
  /** `never`: the payment ended before this step. */
  readonly state: 'done' | 'now' | 'later' | 'never';
  /** Undefined if the step is not done or its time is not stored. */
  readonly at?: Date | undefined;
}

interface Lookup {
  readonly records: Pick<PaymentRecords, 'choices'>;
  /** Transactions of the active choice, in the order in which they were first seen. */
  readonly transactions: readonly Receipt[];
}

interface Progress {
  readonly payment: Pick<
    Payment,
    'status' | 'created_at' | 'accepted_at' | 'settled_euro_amount' | 'reversed_at'
  >;
  readonly lookup: Lookup;
  readonly moments: readonly { readonly at: Date; readonly status: PaymentStatus }[];
}

const openStatuses: ReadonlySet<PaymentStatus> = new Set(['NEW', 'PENDING', 'CONFIRMING', 'UNRESOLVED']);

/** Returns the four steps of a payment. The first step that is not done is the present one of an open payment. */
export function stepsOf({
  payment,
  lookup: { records, transactions },
  moments,
}: Progress): readonly PaymentStep[] {
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

/** Returns how long after its deadline a transaction was seen; 0 if it was seen in time. */
export const latenessMs = (choice: Pick<Choice, 'expires_at'>, seenAt: Date): number =>
  Math.max(seenAt.getTime() - choice.expires_at.getTime(), 0);

/** Returns the lateness of the payment's latest transaction. */
export const largestLatenessMs = ({ records, transactions }: Lookup): number =>
  Math.max(0, ...transactions.map((receipt) => latenessMs(choiceOf(records, receipt), receipt.firstSeenAt)));

/** Returns the confirmations of the transaction that needs most of them, for the step "confirmed". */
export function leastConfirmed({
  records,
  transactions,
}: Lookup): { readonly count: number; readonly needed: number } | undefined {
  const counted = transactions.map((receipt) => {
    const needed = choiceOf(records, receipt).required_confirmations;
    return { count: Math.min(receipt.confirmations, needed), needed };
  });
  return counted.toSorted((one, other) => other.needed - other.count - (one.needed - one.count))[0];
}
