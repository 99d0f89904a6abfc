import type { Tx } from '../../platform/postgres/client/database.ts';
import { setTransactionId } from './order.store.ts';

/** Shows the transaction of an order that is still on its way, where both are known. Its status stays, so nobody is told. */
export async function noteTransaction(
  tx: Tx,
  orderId: string | null,
  transactionId: string | null,
): Promise<void> {
  if (orderId !== null && transactionId !== null) await setTransactionId(tx, orderId, transactionId);
}
