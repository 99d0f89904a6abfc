import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import { lostShareOf, type Refund } from '../facts/payment-facts.rules.ts';
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

/**
 * The payment is from now on what it is with the refund that arrived, or without the one that failed, but for what the
 * network took in vain.
 */
export async function endRefund(
  tx: Tx,
  context: JudgingContext,
  payoutId: string,
  status: 'COMPLETED' | 'FAILED',
  lostFeeMinor = 0n,
): Promise<EndedRefund> {
  const { refund, payment } = await getRefund(tx, payoutId);
  const borneMinor = lostShareOf(refund, lostFeeMinor);
  await setRefundStatus(tx, refund.id, status, borneMinor, context.clock.now());
  const reversed = payment.reversed_at !== null;
  // Where the coins are gone meanwhile, the payment is reversed now, and the euros that come back are taken first.
  const incomingCents = status === 'FAILED' && !reversed ? refund.euro_amount : 0n;
  const ended = { ...refund, lost_fee_coin_amount: borneMinor };
  return { ...(await bringUpToDate(tx, context, payment, incomingCents)), refund: ended, reversed };
}

export interface LessenedLoss extends UpToDate {
  readonly refund: Refund;
  /** What its coins bore too much. */
  readonly returnedMinor: bigint;
}

/** The network took less in vain than the coins have borne. */
export async function lessenLostFee(
  tx: Tx,
  context: JudgingContext,
  payoutId: string,
  lostFeeMinor: bigint,
): Promise<LessenedLoss | undefined> {
  const { refund, payment } = await getRefund(tx, payoutId);
  const borneMinor = lostShareOf(refund, lostFeeMinor);
  const returnedMinor = refund.lost_fee_coin_amount - borneMinor;
  if (returnedMinor <= 0n) return undefined;
  await setRefundStatus(tx, refund.id, refund.status, borneMinor, context.clock.now());
  return { ...(await bringUpToDate(tx, context, payment)), refund, returnedMinor };
}

async function getRefund(tx: Tx, payoutId: string): Promise<{ refund: Refund; payment: Payment }> {
  const refund = await findRefundByPayout(tx, payoutId);
  assert(refund, `payout ${payoutId} belongs to no refund`);
  return { refund, payment: await getLockedPayment(tx, refund.payment_id) };
}
