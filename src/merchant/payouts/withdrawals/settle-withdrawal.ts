import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Movement } from '../../books/ledger.rules.ts';
import { changeOrderStatus } from '../../orders/change-order.ts';
import { orderIdOf, type PayoutContext, type PayoutOwner } from '../payout-owner.ts';
import type { Payout } from '../payout.rules.ts';
import { giveBackEntries } from './withdrawal.rules.ts';

export const withdrawalOwner: PayoutOwner = {
  async approved(tx, context, payout, hold) {
    await changeOrderStatus(tx, context, { orderId: orderIdOf(payout), to: 'PROCESSING', hold });
  },
  async completed(tx, context, payout) {
    await changeOrderStatus(tx, context, { orderId: orderIdOf(payout), to: 'COMPLETED' });
    return [];
  },
  failed: (tx, context, payout) => giveBack(tx, context, payout, 'FAILED'),
  reversed: (tx, context, payout) => giveBack(tx, context, payout, 'REVERSED'),
};

async function giveBack(
  tx: Tx,
  context: PayoutContext,
  payout: Payout,
  to: 'FAILED' | 'REVERSED',
): Promise<Movement[]> {
  await changeOrderStatus(tx, context, { orderId: orderIdOf(payout), to });
  return [
    {
      kind: to === 'FAILED' ? 'withdrawal_failed' : 'withdrawal_reversed',
      reference: orderIdOf(payout),
      entries: giveBackEntries(payout.psp_id, payout.coin, payout.amount, payout.euro_value),
    },
  ];
}
