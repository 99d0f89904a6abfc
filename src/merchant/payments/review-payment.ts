import type { Tx } from '../../platform/postgres/client/database.ts';
import { postMovements } from '../ledger/post-movement.ts';
import type { JudgingContext } from './judging/book-judgement.ts';
import { bringUpToDate } from './judging/bring-up-to-date.ts';
import { lockPayment } from './facts/payment.store.ts';

/** Looks at a payment again because something on a chain changed, or because its time is over. */
export async function reviewPayment(tx: Tx, context: JudgingContext, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return;
  const { movements } = await bringUpToDate(tx, context, payment);
  postMovements(tx, context, movements);
}
