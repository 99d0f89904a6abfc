import { startLoop } from '../../platform/loop.ts';
import type { Candidacy } from '../../platform/postgres/leader-election.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { markCoinsOff } from '../chains/reading/mark-coins-off.ts';
import { subjectChannel } from '../chains/reviews/run-reviews.ts';
import { shownCustomer } from '../customers/customer.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { queuePaymentEvent } from '../webhooks/queue/queue-order-event.ts';
import {
  expireNew,
  listOverdue,
  type DuePayment,
  type ExpiredPayment,
  type ReadUpTo,
} from './facts/payment.store.ts';

const turnMs = 1000;
const batch = 200;

type ExpiryContext = Pick<MerchantContext, 'sql' | 'clock' | 'log' | 'signals' | 'chains'>;

/** Looks at one whose time is over. */
type ReviewExpired = (tx: Tx, paymentId: string) => Promise<unknown>;

/** Ends what nobody chose a coin for, and looks at what was to be paid by now; the chains decide about the rest. */
export async function expirePayments(
  context: ExpiryContext,
  review: ReviewExpired,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.clock.now();
  let expired: ExpiredPayment[];
  do {
    expired = await transaction(context.sql, (tx) => expireUnchosen(tx, context, now));
    for (const { id } of expired) context.signals.publish(subjectChannel, id);
  } while (expired.length === batch && !signal?.aborted);
  const read = await readUpTo(context, now);
  let due: DuePayment[] = [];
  do {
    due = await listOverdue(context.sql, read, due.at(-1), batch);
    for (const { id } of due) {
      if (signal?.aborted) return;
      await expire(context, review, id);
    }
  } while (due.length === batch);
}

/** A payment without a coin has no order to tell of its end, so it tells itself. */
async function expireUnchosen(tx: Tx, context: ExpiryContext, now: Date): Promise<ExpiredPayment[]> {
  const expired = await expireNew(tx, now, batch);
  for (const payment of expired) {
    queuePaymentEvent(tx, context, {
      pspId: payment.psp_id,
      paymentId: payment.id,
      eventType: 'payment.expired',
      paymentStatus: 'EXPIRED',
      customerDetails: shownCustomer(payment),
    });
  }
  return expired;
}

/** Expiry does not wait for a coin that is off. Where it comes back, so do the payments that were made in time. */
async function readUpTo(context: ExpiryContext, now: Date): Promise<ReadUpTo[]> {
  return (await markCoinsOff(context)).flatMap(({ coin, off, caughtUpAt }) => {
    const readUntil = off ? now : caughtUpAt;
    return readUntil ? [{ coin, caughtUpAt: readUntil }] : [];
  });
}

/** A payment that cannot be judged must not hold up the others. */
async function expire(context: ExpiryContext, review: ReviewExpired, id: string): Promise<void> {
  try {
    await transaction(context.sql, (tx) => review(tx, id));
    context.signals.publish(subjectChannel, id);
  } catch (error) {
    context.log.warn({ err: error, payment: id }, 'a payment could not be looked at; trying again');
  }
}

export interface PaymentExpiry {
  start(): void;
  close(): Promise<void>;
}

/** Every second, in one process of all. */
export function openPaymentExpiry(
  context: ExpiryContext & Pick<MerchantContext, 'leaderElection'>,
  review: ReviewExpired,
): PaymentExpiry {
  let candidacy: Candidacy | undefined;
  const work = (signal: AbortSignal): Promise<void> =>
    startLoop(signal, async () => {
      await expirePayments(context, review, signal);
      return turnMs;
    }).ended;
  return {
    start() {
      candidacy ??= context.leaderElection.campaign('merchant.payments.expiry', work);
    },
    async close() {
      await candidacy?.resign();
    },
  };
}
