import type { Tx } from '../../platform/postgres/client/database.ts';
import { postMovements } from '../ledger/post-movement.ts';
import type { JudgingContext } from './judging/book-judgement.ts';
import { bringUpToDate } from './judging/bring-up-to-date.ts';
import type { Payment } from './facts/payment.rules.ts';
import { lockPayment } from './facts/payment.store.ts';

/** Looks at a payment again because something on a chain changed, or because its time is over; the answer is as it is now. */
export async function reviewPayment(
  tx: Tx,
  context: JudgingContext,
  paymentId: string,
): Promise<Payment | undefined> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return undefined;
  const { facts, movements } = await bringUpToDate(tx, context, payment);
  postMovements(tx, context, movements);
  return facts.payment;
}
