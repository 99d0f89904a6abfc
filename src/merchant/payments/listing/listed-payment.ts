import { formatAsset } from '../../assets/asset.rules.ts';
import { shownCustomer } from '../../customers/customer.rules.ts';
import type { ListedPayment } from './payment-list.store.ts';

/** Returns the payment as an item of the merchant's list. */
export const describePayment = (payment: ListedPayment) => ({
  payment_reference_id: payment.id,
  payment_reference: payment.payment_reference,
  payment_status: payment.status,
  payment_exceptions: payment.exceptions,
  currency_code: 'EUR' as const,
  payment_amount: formatAsset('EUR', payment.euro_amount),
  payment_total:
    payment.settled_euro_amount === null ? null : formatAsset('EUR', payment.settled_euro_amount),
  cryptocurrency_code: payment.coin,
  cryptocurrency_amount:
    payment.coin === null || payment.coin_amount === null
      ? null
      : formatAsset(payment.coin, payment.coin_amount),
  payment_cryptocurrency_address: payment.address,
  destination_tag: payment.destination_tag,
  blockchain_transaction_id: payment.settled_transaction_id,
  order_id: payment.order_id,
  merchant_name: payment.merchant_name,
  payment_description: payment.description,
  customer_details: shownCustomer(payment),
  metadata: payment.metadata,
  payment_expiration_timestamp: payment.expires_at.toISOString(),
  payment_cancelled_at: payment.cancelled_at?.toISOString() ?? null,
  created_at: payment.created_at.toISOString(),
  updated_at: payment.updated_at.toISOString(),
});

export const paymentColumns = [
  'payment_reference_id',
  'payment_reference',
  'payment_status',
  'payment_exceptions',
  'currency_code',
  'payment_amount',
  'payment_total',
  'cryptocurrency_code',
  'cryptocurrency_amount',
  'payment_cryptocurrency_address',
  'destination_tag',
  'blockchain_transaction_id',
  'order_id',
  'merchant_name',
  'payment_description',
  'customer_reference_id',
  'customer_first_name',
  'customer_last_name',
  'customer_email_address',
  'customer_ip_address',
  'metadata',
  'payment_expiration_timestamp',
  'payment_cancelled_at',
  'created_at',
  'updated_at',
] as const;

/** Returns the same as a line of CSV. */
export const toPaymentRow = ({
  customer_details: customer,
  metadata,
  ...item
}: ReturnType<typeof describePayment>) => ({
  ...item,
  ...customer,
  payment_exceptions: item.payment_exceptions.join(' '),
  metadata: JSON.stringify(metadata),
});
