import { isId } from '../../../platform/ids.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { PaymentView } from './payment-view.rules.ts';
import { sumOf } from '../facts/payment.rules.ts';
import { findView } from './payment-view.store.ts';

/** Returns the view of the hosted page. No token is needed: the id is the secret. */
export async function readPaymentView(sql: Tag, id: string): Promise<PaymentView | undefined> {
  const row = isId(id) ? await findView(sql, id) : undefined;
  if (!row) return undefined;
  const transactions = (row.transactions ?? []).map(({ id: transactionId, amount, confirmations }) => ({
    id: transactionId,
    amountMinor: BigInt(amount),
    confirmations,
  }));
  return {
    id: row.id,
    status: row.status,
    merchantName: row.merchant_name,
    description: row.description,
    currency: 'EUR',
    amountCents: row.euro_amount,
    exceptions: row.exceptions,
    expiresAt: row.expires_at,
    minutesToPay: row.minutes_to_pay,
    successReturnUrl: row.success_return_url,
    failureReturnUrl: row.failure_return_url,
    coin: row.coin,
    address: row.address,
    destinationTag: row.destination_tag,
    paymentUri: row.payment_uri,
    coinAmountMinor: row.coin_amount,
    receivedMinor: sumOf(transactions),
    requiredConfirmations: row.required_confirmations,
    transactions,
    createdAt: row.created_at,
    choiceCount: row.choice_count,
    contact: { support_address: row.support_address, shop_url: row.shop_url },
    asksForRefundAddress: row.asks_for_refund_address,
    refundAddress: row.refund_address,
  };
}
