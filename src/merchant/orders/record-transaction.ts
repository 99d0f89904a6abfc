import type { Tx } from '../../platform/postgres/client/database.ts';
import { setTransactionId } from './order.store.ts';

/** Shows the transaction in its order, where there are both. The status stays, so no webhook is sent. */
export async function recordTransaction(
  tx: Tx,
  orderId: string | null,
  transactionId: string | null,
): Promise<void> {
  if (orderId !== null && transactionId !== null) await setTransactionId(tx, orderId, transactionId);
}
