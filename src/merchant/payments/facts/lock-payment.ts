import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { Payment } from './payment.rules.ts';
import { findPayment, lockPayment } from './payment.store.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

/** Locks the payment until the commit. Another PSP's payment is reported as unknown. */
export async function lockPaymentOf(tx: Tx, pspId: number, paymentId: string): Promise<Payment> {
  const payment = isId(paymentId) ? await lockPayment(tx, paymentId) : undefined;
  if (payment?.psp_id !== pspId) throw unknownPayment();
  return payment;
}

/** Returns the payment without a lock, so it may change at any time. */
export async function getPaymentOf(sql: Tag, pspId: number, paymentId: string): Promise<Payment> {
  const payment = isId(paymentId) ? await findPayment(sql, pspId, paymentId) : undefined;
  if (!payment) throw unknownPayment();
  return payment;
}

export const unknownPayment = (): Error => problem('not_found', { say: merchantWords.noSuchPayment });

/** Locks a payment for a caller that has its id from another row, so that it must exist. */
export async function getLockedPayment(tx: Tx, paymentId: string): Promise<Payment> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw unknownPayment();
  return payment;
}
