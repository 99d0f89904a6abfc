import type { Tx } from '../../platform/postgres/client/database.ts';
import type { OrderHold } from './order.rules.ts';
import { updateHold } from './order.store.ts';

/** Whom an order waits for. Its status stays, so no webhook is sent. */
export const setOrderHold = (tx: Tx, orderId: string, hold: OrderHold | null): void =>
  tx.defer(updateHold(tx, orderId, hold));
