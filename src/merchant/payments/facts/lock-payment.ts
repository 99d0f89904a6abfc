import { isId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { Payment } from './payment.rules.ts';
import { findPayment, lockPayment } from './payment.store.ts';

/** Nobody else changes it until the commit. Another PSP's payment is as unknown as one that never was. */
export async function lockPaymentOf(tx: Tx, pspId: number, paymentId: string): Promise<Payment> {
  const payment = isId(paymentId) ? await lockPayment(tx, paymentId) : undefined;
  if (payment?.psp_id !== pspId) throw unknownPayment();
  return payment;
}

/** Without a lock: it may have changed by the time the caller goes on. */
export async function getPaymentOf(sql: Tag, pspId: number, paymentId: string): Promise<Payment> {
  const payment = isId(paymentId) ? await findPayment(sql, pspId, paymentId) : undefined;
  if (!payment) throw unknownPayment();
  return payment;
}

export const unknownPayment = (): Error => problem('not_found', { detail: 'There is no such payment.' });

/** For whoever has the id from a row of its own. */
export async function getLockedPayment(tx: Tx, paymentId: string): Promise<Payment> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw unknownPayment();
  return payment;
}
