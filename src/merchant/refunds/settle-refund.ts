import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Movement } from '../ledger/ledger.rules.ts';
import { changeOrderStatus } from '../orders/change-order-status.ts';
import { bringUpToDate } from '../payments/bring-up-to-date.ts';
import { getLockedPayment } from '../payments/lock-payment.ts';
import type { Payment } from '../payments/payment.rules.ts';
import { orderIdOf, type PayoutContext, type PayoutOwner } from '../payouts/payout-owner.ts';
import type { Payout } from '../payouts/payout.rules.ts';
import { giveBackMovement, type Refund, type RefundStatus } from './refund.rules.ts';
import { findByPayout, setRefundStatus } from './refund.store.ts';

/** What becomes of a refund, and of its payment, when its payout has ended. */
export const refundOwner: PayoutOwner = {
  async completed(tx, context, payout) {
    const { payment } = await end(tx, context, payout, 'COMPLETED');
    const { facts, movements } = await bringUpToDate(tx, context, payment);
    await tellOrder(tx, context, payout, 'COMPLETED', facts.payment);
    return movements;
  },
  failed: (tx, context, payout) => giveBack(tx, context, payout, 'FAILED'),
  reversed: (tx, context, payout) => giveBack(tx, context, payout, 'REVERSED'),
};

/** The money goes back where it came from, and the payment to where it would be without this refund. */
async function giveBack(
  tx: Tx,
  context: PayoutContext,
  payout: Payout,
  to: 'FAILED' | 'REVERSED',
): Promise<Movement[]> {
  const { payment, refund } = await end(tx, context, payout, 'FAILED');
  const reversed = payment.reversed_at !== null;
  // Where the coins are gone meanwhile, the payment is reversed now, and these euros are the first to be taken.
  const incomingCents = reversed ? 0n : refund.euro_amount;
  const { facts, movements } = await bringUpToDate(tx, context, payment, incomingCents);
  await tellOrder(tx, context, payout, to, facts.payment);
  return [giveBackMovement(payment.psp_id, refund, reversed), ...movements];
}

async function end(
  tx: Tx,
  context: PayoutContext,
  payout: Payout,
  status: RefundStatus,
): Promise<{ payment: Payment; refund: Refund }> {
  const refund = await findByPayout(tx, payout.id);
  assert(refund, `payout ${payout.id} belongs to no refund`);
  const payment = await getLockedPayment(tx, refund.payment_id);
  await setRefundStatus(tx, refund.id, status, context.clock.now());
  return { payment, refund };
}

async function tellOrder(
  tx: Tx,
  context: PayoutContext,
  payout: Payout,
  to: 'COMPLETED' | 'FAILED' | 'REVERSED',
  payment: Payment,
): Promise<void> {
  await changeOrderStatus(tx, context, {
    orderId: orderIdOf(payout),
    to,
    paymentStatus: payment.status,
    ...(payout.transaction_id === null ? {} : { blockchainTransactionId: payout.transaction_id }),
  });
}
