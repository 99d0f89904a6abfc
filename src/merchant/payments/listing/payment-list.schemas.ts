import { IdCursor, pageFields, periodFields } from '../../../platform/http/lists/list.schemas.ts';
import { coinCodes } from '../../assets/asset.rules.ts';
import { ShownCustomer } from '../../customers/customer.schemas.ts';
import { metadataFilter, ShownMetadata } from '../../customers/metadata/metadata.schemas.ts';
import { paymentExceptions, paymentStatuses } from '../facts/payment.rules.ts';
import { Nullable, NullableText, Type } from '../../../platform/http/type.ts';

const Time = Type.String({ description: 'RFC 3339, UTC' });

export const PaymentListQuery = Type.Object({
  payment_status: Type.Optional(Type.Enum([...paymentStatuses])),
  payment_exception: Type.Optional(Type.Enum([...paymentExceptions])),
  payment_reference: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  customer_reference_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  cryptocurrency_code: Type.Optional(Type.Enum([...coinCodes])),
  ...metadataFilter,
  ...periodFields,
  ...pageFields,
  cursor: IdCursor,
});

export const ListedPayments = Type.Array(
  Type.Object({
    payment_reference_id: Type.String({ description: 'Praça’s id of the payment, used in paths' }),
    payment_reference: Type.String({ description: 'The merchant’s own' }),
    payment_status: Type.Enum([...paymentStatuses]),
    payment_exceptions: Type.Array(Type.Enum([...paymentExceptions])),
    currency_code: Type.Enum(['EUR']),
    payment_amount: Type.String({ description: 'Euros' }),
    payment_total: NullableText('Credited euros; null until the payment is credited'),
    cryptocurrency_code: NullableText('Once a coin is chosen'),
    cryptocurrency_amount: NullableText('Amount due at the locked price'),
    payment_cryptocurrency_address: NullableText('Where the customer sends the coins'),
    destination_tag: NullableText('Required with XRP: identifies the payment at a shared address'),
    blockchain_transaction_id: NullableText('Transaction of the credited coins'),
    order_id: NullableText('Of the payment’s order, once a coin is chosen'),
    merchant_name: Type.String(),
    payment_description: Type.String(),
    customer_details: ShownCustomer,
    metadata: ShownMetadata,
    payment_expiration_timestamp: Time,
    payment_cancelled_at: Nullable(Time),
    created_at: Time,
    updated_at: Time,
  }),
  {
    description: 'Newest first',
    examples: [
      [
        {
          payment_reference_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
          payment_reference: 'order-1001',
          payment_status: 'PAID',
          payment_exceptions: [],
          currency_code: 'EUR',
          payment_amount: '25.00',
          payment_total: '25.00',
          cryptocurrency_code: 'BTC',
          cryptocurrency_amount: '0.00043210',
          payment_cryptocurrency_address: 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
          destination_tag: null,
          blockchain_transaction_id: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
          order_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f61',
          merchant_name: 'Padaria Central',
          payment_description: 'Bread for a week',
          customer_details: {
            customer_reference_id: 'customer-42',
            customer_first_name: 'Ana',
            customer_last_name: 'Sousa',
            customer_email_address: 'ana@example.com',
            customer_ip_address: '203.0.113.7',
          },
          metadata: { basket: '7710' },
          payment_expiration_timestamp: '2027-03-01T12:15:00.000Z',
          payment_cancelled_at: null,
          created_at: '2027-03-01T12:00:00.000Z',
          updated_at: '2027-03-01T12:09:30.000Z',
        },
      ],
    ],
  },
);
