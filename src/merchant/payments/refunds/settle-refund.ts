import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Movement } from '../../books/ledger.rules.ts';
import { changeOrderStatus } from '../../orders/change-order.ts';
import { lockOrder } from '../../orders/lock-order.ts';
import { getPaymentOf } from '../facts/lock-payment.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { endRefund, lessenLostFee } from '../judging/record-refund.ts';
import { isRefundBacked } from '../facts/backing.ts';
import { orderIdOf, type PayoutContext, type PayoutOwner } from '../../payouts/payout-owner.ts';
import type { Payout } from '../../payouts/payout.rules.ts';
import { giveBackMovement, returnFeeMovement } from './refund.rules.ts';

/** Updates a refund and its payment when its payout changes. */
export const refundOwner: PayoutOwner = {
  async approved(tx, context, payout, hold) {
    const order = await lockOrder(tx, orderIdOf(payout));
    const payment = await getPaymentOf(tx, payout.psp_id, order.payment_reference_id ?? '');
    await changeOrderStatus(tx, context, {
      orderId: order.id,
      to: 'PROCESSING',
      paymentStatus: payment.status,
      hold,
    });
  },
  async completed(tx, context, payout) {
    const { facts, movements } = await endRefund(tx, context, payout.id, 'COMPLETED');
    await endOrder(tx, context, payout, 'COMPLETED', facts.payment);
    return movements;
  },
  isBacked: (tx, payout) => isRefundBacked(tx, payout.id),
  failed: (tx, context, payout) => giveBack(tx, context, payout, 'FAILED'),
  reversed: (tx, context, payout) => giveBack(tx, context, payout, 'REVERSED'),
  async lossLessened(tx, context, payout) {
    const lessened = await lessenLostFee(tx, context, payout.id, payout.lost_fee);
    if (!lessened) return [];
    const { refund, returnedMinor, movements } = lessened;
    return [returnFeeMovement(refund, payout.fee_corrections + 1, returnedMinor), ...movements];
  },
};

/** Returns the money to its sources, minus lost fees, and the payment to its state without this refund. */
async function giveBack(
  tx: Tx,
  context: PayoutContext,
  payout: Payout,
  to: 'FAILED' | 'REVERSED',
): Promise<Movement[]> {
  const { refund, facts, movements } = await endRefund(tx, context, payout.id, 'FAILED', payout.lost_fee);
  await endOrder(tx, context, payout, to, facts.payment);
  return [giveBackMovement(facts.payment.psp_id, refund), ...movements];
}

async function endOrder(
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
