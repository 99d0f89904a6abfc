import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import { lostShareOf, type Refund } from '../facts/payment-facts.rules.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { findRefundByPayout, insertRefund, setRefundStatus } from '../facts/refund.store.ts';
import type { JudgingContext } from './book-judgement.ts';
import { bringUpToDate, type UpToDate } from './bring-up-to-date.ts';

/** Adds a refund to the facts of a payment, whose row is locked, and judges the payment again. */
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
}

/** Ends a refund and judges its payment again. A failed refund no longer counts, except for the network fee it lost. */
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
  const ended = { ...refund, lost_fee_coin_amount: borneMinor };
  return { ...(await bringUpToDate(tx, context, payment)), refund: ended };
}

export interface LessenedLoss extends UpToDate {
  readonly refund: Refund;
  /** Part of the lost fee that the coins bore and get back. */
  readonly returnedMinor: bigint;
}

/** Lowers the lost fee that a refund's coins have borne, after the network charged less. */
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
