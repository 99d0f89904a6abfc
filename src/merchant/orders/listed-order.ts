import { formatAsset } from '../assets/asset.rules.ts';
import { customerOf, formatOrderAmounts, type Order } from './order.rules.ts';

export function describeOrder(order: Order) {
  const { coins, euros } = formatOrderAmounts(order);
  return {
    order_id: order.id,
    order_status: order.status,
    order_type: order.order_type,
    currency_pair: order.currency_pair,
    order_amount: coins,
    order_total: euros,
    customer_details: customerOf(order),
    customer_wallet_address: order.customer_wallet_address,
    // Without a customer wallet the tag belongs to an address of the service, which is part of the payment.
    destination_tag: order.customer_wallet_address === null ? null : order.destination_tag,
    blockchain_transaction_id: order.blockchain_transaction_id,
    payment_reference_id: order.payment_reference_id,
    network_fee: order.network_fee === null ? null : formatAsset('EUR', order.network_fee),
    metadata: order.metadata,
    order_hold: order.hold,
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
  };
}

export const orderColumns = [
  'order_id',
  'order_status',
  'order_type',
  'currency_pair',
  'order_amount',
  'order_total',
  'network_fee',
  'customer_reference_id',
  'customer_first_name',
  'customer_last_name',
  'customer_email_address',
  'customer_ip_address',
  'customer_wallet_address',
  'blockchain_transaction_id',
  'payment_reference_id',
  'metadata',
  'created_at',
  'updated_at',
  'order_hold',
  'destination_tag',
] as const;

/** Returns the same as a line of CSV. */
export const toOrderRow = ({
  customer_details: customer,
  metadata,
  ...order
}: ReturnType<typeof describeOrder>) => ({
  ...order,
  ...(customer ?? nobody),
  metadata: JSON.stringify(metadata),
});

const nobody = {
  customer_reference_id: null,
  customer_first_name: null,
  customer_last_name: null,
  customer_email_address: null,
  customer_ip_address: null,
};
