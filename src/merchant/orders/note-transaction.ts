import type { Tx } from '../../platform/postgres/database.ts';
import { setTransactionId } from './order.store.ts';

/** Shows the transaction of an order that is still on its way. Its status stays, so nobody is told. */
export function noteTransaction(tx: Tx, orderId: string, transactionId: string): Promise<void> {
  return setTransactionId(tx, orderId, transactionId);
}
