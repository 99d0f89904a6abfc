import { transactionTypes } from '../market/conversions/conversion.rules.ts';
import { IdCursor, pageFields, periodFields } from '../../platform/http/lists/list.schemas.ts';
import { Metadata, metadataFilter, ShownMetadata } from '../customers/metadata/metadata.schemas.ts';
import { CustomerDetails, ShownCustomer } from '../customers/customer.schemas.ts';
import { orderHolds, orderStatuses } from './order.rules.ts';
import { Nullable, NullableText, Type } from '../../platform/http/type.ts';

const OrderType = Type.Enum([...transactionTypes]);
const OrderStatus = Type.Enum([...orderStatuses], {
  description: 'CREATED → PROCESSING → COMPLETED or FAILED; CREATED → FAILED; COMPLETED → REVERSED',
});

export const ShownHold = Nullable(
  Type.Enum([...orderHolds], {
    description:
      'Why the order waits: approval by a second member of the provider’s staff (the order is CREATED until then), or screening. null if it does not wait',
  }),
);

const customerExample = {
  customer_reference_id: 'customer-42',
  customer_first_name: 'Ana',
  customer_last_name: 'Sousa',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
};

export const OrderRequest = Type.Object(
  {
    orderData: Type.Object({
      conversion_token: Type.String({ minLength: 1, maxLength: 200, description: 'Of POST /conversions' }),
      customer_details: CustomerDetails,
      metadata: Type.Optional(Metadata),
    }),
  },
  {
    examples: [
      {
        orderData: {
          conversion_token: 'AaHdZIZXccSxY3d34bpnEFxNu0Qm2v0B3mJ0wq7yq6b1Zk1b4b8cQm9S0nXb2uVh',
          customer_details: customerExample,
        },
      },
    ],
  },
);

export const OrderResponse = Type.Object(
  { order_id: Type.String(), order_type: OrderType, order_status: OrderStatus },
  {
    examples: [
      {
        order_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
        order_type: 'WITHDRAW',
        order_status: 'COMPLETED',
      },
    ],
  },
);

export const OrderLookup = Type.Object(
  {
    order_id: Type.String(),
    order_status: OrderStatus,
    order_type: OrderType,
    currency_pair: Type.String(),
    order_amount: NullableText('Coins'),
    order_total: NullableText('Euros'),
    customer_details: Nullable(ShownCustomer),
    customer_wallet_address: NullableText('Recipient of the coins of a withdrawal or refund'),
    destination_tag: NullableText('Tag of the recipient, for XRP'),
    blockchain_transaction_id: NullableText('Once there is one'),
    payment_reference_id: NullableText('Of the payment that the order belongs to'),
    network_fee: NullableText(
      'Network fee in euros that the merchant pays, an estimate until the transaction is signed. null if nothing is sent or the provider pays',
    ),
    metadata: ShownMetadata,
    order_hold: ShownHold,
    created_at: Type.String({ description: 'RFC 3339, UTC' }),
    updated_at: Type.String({ description: 'RFC 3339, UTC' }),
  },
  {
    examples: [
      {
        order_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
        order_status: 'COMPLETED',
        order_type: 'WITHDRAW',
        currency_pair: 'BTCEUR',
        order_amount: '0.00043210',
        order_total: '25.00',
        customer_details: customerExample,
        customer_wallet_address: null,
        destination_tag: null,
        blockchain_transaction_id: null,
        payment_reference_id: null,
        network_fee: null,
        metadata: {},
        order_hold: null,
        created_at: '2027-03-01T12:00:00.000Z',
        updated_at: '2027-03-01T12:00:00.000Z',
      },
    ],
  },
);

export const OrderParameters = Type.Object({ orderId: Type.String() });

export const OrderListQuery = Type.Object({
  status: Type.Optional(OrderStatus),
  customer_reference_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  ...metadataFilter,
  ...periodFields,
  ...pageFields,
  cursor: IdCursor,
});
