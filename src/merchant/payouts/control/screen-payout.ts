import type { Tx } from '../../../platform/postgres/client/database.ts';
import { postMovements } from '../../books/post-movement.ts';
import { setOrderHold } from '../../orders/change-order.ts';
import { endPayout } from '../end-payout.ts';
import type { PayoutContext, PayoutOwners } from '../payout-owner.ts';
import { lockPayout } from '../payout.store.ts';
import { setScreening } from './control.store.ts';
import { holdOf } from './hold.rules.ts';

/** Applies a screening decision to an unsigned payout. A denied payout fails, and its money goes back. */
export async function screenPayout(
  tx: Tx,
  context: PayoutContext,
  owners: PayoutOwners,
  payoutId: string,
  screening: 'pending' | 'review' | 'allow' | 'deny',
): Promise<void> {
  const payout = await lockPayout(tx, payoutId);
  // The payout was cancelled or rejected in the meantime. No payout is signed before screening allows it.
  if (payout?.status !== 'RESERVED' || payout.screening === null) return;
  await setScreening(tx, payoutId, screening, context.clock.now());
  if (screening === 'deny') {
    postMovements(tx, context, await endPayout(tx, context, owners, { ...payout, screening }, 'FAILED'));
    return;
  }
  if (payout.order_id !== null) setOrderHold(tx, payout.order_id, holdOf({ ...payout, screening }));
}
