import type { Tx } from '../../platform/postgres/client/database.ts';
import { updateNetworkFee } from './order.store.ts';

/** What the network's fee of an order costs its merchant. It is told with the next change of its status. */
export const setNetworkFee = (tx: Tx, orderId: string, cents: bigint): void =>
  tx.defer(updateNetworkFee(tx, orderId, cents));
