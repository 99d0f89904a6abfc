import type { Tx } from '../../platform/postgres/client/database.ts';
import { postMovements } from '../ledger/post-movement.ts';
import { bringUpToDate, type ReviewContext } from './bring-up-to-date.ts';
import { lockPayment } from './payment.store.ts';

/** Looks at a payment again because something on a chain changed, or because its time is over. */
export async function reviewPayment(tx: Tx, context: ReviewContext, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return;
  const { movements } = await bringUpToDate(tx, context, payment);
  postMovements(tx, context, movements);
}
