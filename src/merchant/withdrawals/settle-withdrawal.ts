import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Movement } from '../ledger/ledger.rules.ts';
import { changeOrderStatus } from '../orders/change-order-status.ts';
import { orderIdOf, type PayoutContext, type PayoutOwner } from '../payouts/payout-owner.ts';
import type { Payout } from '../payouts/payout.rules.ts';
import { giveBackEntries } from './withdrawal.rules.ts';

/** What becomes of a withdrawal when its payout has ended. */
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
      kind: `withdrawal_${to.toLowerCase()}`,
      reference: orderIdOf(payout),
      entries: giveBackEntries(payout.psp_id, payout.coin, payout.amount, payout.euro_value),
    },
  ];
}
