import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import type { Refund } from '../facts/payment-facts.rules.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { findRefundByPayout, insertRefund, setRefundStatus } from '../facts/refund.store.ts';
import type { JudgingContext } from './book-judgement.ts';
import { bringUpToDate, type UpToDate } from './bring-up-to-date.ts';

/** One more fact of its payment, whose row is locked. */
export async function recordRefund(
  tx: Tx,
  context: JudgingContext,
  payment: Payment,
  refund: Refund,
): Promise<UpToDate> {
  await insertRefund(tx, refund);
  return bringUpToDate(tx, context, payment);
}

export interface EndedRefund extends UpToDate {
  readonly refund: Refund;
  /** Whether the payment had been reversed before the refund ended. */
  readonly reversed: boolean;
}

/** The payment is from now on what it is with the refund that arrived, or without the one that failed. */
export async function endRefund(
  tx: Tx,
  context: JudgingContext,
  payoutId: string,
  status: 'COMPLETED' | 'FAILED',
): Promise<EndedRefund> {
  const refund = await findRefundByPayout(tx, payoutId);
  assert(refund, `payout ${payoutId} belongs to no refund`);
  const payment = await getLockedPayment(tx, refund.payment_id);
  await setRefundStatus(tx, refund.id, status, context.clock.now());
  const reversed = payment.reversed_at !== null;
  // Where the coins are gone meanwhile, the payment is reversed now, and the euros that come back are taken first.
  const incomingCents = status === 'FAILED' && !reversed ? refund.euro_amount : 0n;
  return { ...(await bringUpToDate(tx, context, payment, incomingCents)), refund, reversed };
}
