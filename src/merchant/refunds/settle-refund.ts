import type { Tx } from '../../platform/postgres/client/database.ts';
import { lossAccount, tradingAccount, type Movement } from '../ledger/ledger.rules.ts';
import { readBooked } from '../ledger/read-booked.ts';
import { changeOrderStatus } from '../orders/change-order-status.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { getPaymentOf } from '../payments/facts/lock-payment.ts';
import type { Payment } from '../payments/facts/payment.rules.ts';
import { endRefund } from '../payments/judging/record-refund.ts';
import { findRefundByPayout, lockReversed } from '../payments/facts/refund.store.ts';
import type { PaymentFacts, Refund } from '../payments/facts/payment-facts.rules.ts';
import { orderIdOf, type PayoutContext, type PayoutOwner } from '../payouts/payout-owner.ts';
import type { Payout } from '../payouts/payout.rules.ts';
import { giveBackMovement, type Owed } from './refund.rules.ts';

/** What becomes of a refund, and of its payment, when its payout has ended. */
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
  isBacked: async (tx, payout) => {
    const refund = await findRefundByPayout(tx, payout.id);
    const payment = refund && (await getPaymentOf(tx, refund.psp_id, refund.payment_id));
    if (!refund || !payment) return true;
    // The coins that it sends on are gone, or those that were sold for the euros which it spends.
    return (
      payment.reversed_at === null && (refund.held_coin_amount === 0n || payment.lost_coin_amount === 0n)
    );
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
  const { refund, reversed, facts, movements } = await endRefund(tx, context, payout.id, 'FAILED');
  await endOrder(tx, context, payout, to, facts.payment);
  const owed = reversed ? await readOwed(tx, facts, refund) : undefined;
  return [giveBackMovement(facts.payment.psp_id, refund, owed), ...movements];
}

/**
 * Read from the books: what reversals of the merchant's payments could not take, less what was kept of refunds that failed
 * since. And what the reversal of this one did not even ask for, when it left out what was refunded.
 */
async function readOwed(tx: Tx, { payment }: PaymentFacts, refund: Refund): Promise<Owed> {
  const { payments, refunds } = await lockReversed(tx, refund.psp_id);
  const reversals = { kind: 'payment_reversed', references: payments };
  const returns = { kind: 'refund_failed', references: refunds };
  const lossCents =
    -(await readBooked(tx, lossAccount, 'EUR', reversals)) -
    (await readBooked(tx, lossAccount, 'EUR', returns));
  const own = { kind: 'payment_reversed', references: [payment.id] };
  const askedCents = await readBooked(tx, tradingAccount, 'EUR', own);
  return { cents: lossCents + (payment.settled_euro_amount ?? 0n) - askedCents, lossCents };
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
