import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Payment } from './payment.rules.ts';
import { listRefunds } from './refund.store.ts';

/** Whether its coins were sent to the address that was stated before, or were to be, and did not get there. */
export async function hasFailedToStated(tx: Tx, payment: Payment): Promise<boolean> {
  const refunds = await listRefunds(tx, payment.id);
  return refunds.some(
    (refund) =>
      refund.status === 'FAILED' &&
      refund.coin === payment.refund_coin &&
      refund.address === payment.refund_address &&
      refund.destination_tag === payment.refund_destination_tag,
  );
}
