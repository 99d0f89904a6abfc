import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { CustomerDetails } from '../customers/customer.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { recordMetadata } from '../customers/metadata/record-metadata.ts';
import { queueOrderEvent } from '../webhooks/queue/queue-order-event.ts';
import { orderEventOf, untouchedOrder, type Order } from './order.rules.ts';
import { insertOrder } from './order.store.ts';

export type NewOrder = Pick<
  Order,
  'psp_id' | 'kind' | 'order_type' | 'status' | 'currency_pair' | 'coin_amount' | 'euro_amount'
> &
  Partial<
    Pick<
      Order,
      | 'id'
      | 'customer_wallet_address'
      | 'destination_tag'
      | 'payment_address'
      | 'blockchain_transaction_id'
      | 'payment_reference_id'
      | 'network_fee'
      | 'metadata'
      | 'hold'
    >
  > & {
    customer: { readonly [Field in keyof CustomerDetails]?: CustomerDetails[Field] | null } | null;
    /** Status of the order's payment, for its webhook. */
    paymentStatus?: string;
  };

/** Inserts an order and queues its webhook. The caller moves the money in the same transaction. */
export async function openOrder(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  input: NewOrder,
): Promise<Order> {
  const { customer, paymentStatus, ...given } = input;
  const now = context.clock.now();
  const order: Order = {
    id: newId(now.getTime()),
    ...untouchedOrder,
    metadata: {},
    ...given,
    customer_reference_id: customer?.customer_reference_id ?? null,
    customer_first_name: customer?.customer_first_name ?? null,
    customer_last_name: customer?.customer_last_name ?? null,
    customer_email_address: customer?.customer_email_address ?? null,
    customer_ip_address: customer?.customer_ip_address ?? null,
    created_at: now,
    updated_at: now,
  };
  insertOrder(tx, order);
  recordMetadata(tx, { kind: 'order', pspId: order.psp_id, id: order.id }, order.metadata);
  await announceOrder(tx, context, order, paymentStatus);
  return order;
}

export async function announceOrder(
  tx: Tx,
  context: Pick<MerchantContext, 'clock'>,
  order: Order,
  paymentStatus?: string,
): Promise<void> {
  await queueOrderEvent(tx, context, orderEventOf(order, paymentStatus));
}
