import assert from 'node:assert/strict';
import type { CustomerDetails } from '../../customers/customer.rules.ts';
import type { Choice, Payment, PaymentStatus } from '../../payments/facts/payment.rules.ts';
import type { History } from './history.ts';

/** A payment while it is told: the row is written once its story is over. */
export interface ToldPayment {
  payment: Payment;
  /** The one choice that was made for it. */
  choice: Choice | null;
  readonly customer: CustomerDetails;
}

export function choiceOf({ choice }: ToldPayment): Choice {
  assert(choice, 'a coin was chosen');
  return choice;
}

/** A status, and what its order says of it. */
export function step(
  history: History,
  told: ToldPayment,
  at: Date,
  status: PaymentStatus,
  orderStatus: 'PROCESSING' | 'COMPLETED' | 'FAILED',
  transactionId?: string,
): void {
  const { payment } = told;
  told.payment = { ...payment, status, updated_at: at };
  assert(payment.order_id !== null);
  history.changeOrder(
    at,
    payment.order_id,
    {
      status: orderStatus,
      ...(transactionId === undefined ? {} : { blockchain_transaction_id: transactionId }),
      ...(payment.settled_coin_amount === null ? {} : { coin_amount: payment.settled_coin_amount }),
      ...(payment.settled_euro_amount === null ? {} : { euro_amount: payment.settled_euro_amount }),
    },
    status,
  );
}
