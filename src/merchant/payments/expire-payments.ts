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

type ReviewExpired = (tx: Tx, paymentId: string) => Promise<unknown>;

/**
 * Expires payments without a chosen coin, and reviews payments past their deadline as soon as their chains have been
 * read up to it.
 */
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

/**
 * Expires payments without a coin. They have no order that could report the expiry, so each gets an event of its own.
 */
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

/**
 * Returns the time up to which each chain counts as read. A coin that is off counts as read up to now, so that its
 * payments expire. If the coin returns, payments made in time are restored.
 */
async function readUpTo(context: ExpiryContext, now: Date): Promise<ReadUpTo[]> {
  return (await markCoinsOff(context)).flatMap(({ coin, off, caughtUpAt }) => {
    const readUntil = off ? now : caughtUpAt;
    return readUntil ? [{ coin, caughtUpAt: readUntil }] : [];
  });
}

/** Reviews one payment. A failure must not delay the others. */
async function expire(context: ExpiryContext, review: ReviewExpired, id: string): Promise<void> {
  try {
    await transaction(context.sql, (tx) => review(tx, id));
    context.signals.publish(subjectChannel, id);
  } catch (error) {
    context.log.warn({ err: error, payment: id }, 'a payment could not be reviewed; trying again');
  }
}

export interface PaymentExpiry {
  start(): void;
  close(): Promise<void>;
}

/** Runs expiry every second in the elected process. */
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
