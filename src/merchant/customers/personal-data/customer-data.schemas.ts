import { pageFields } from '../../../platform/http/lists/list.schemas.ts';
import { ShownCustomer } from '../customer.schemas.ts';
import { Type } from '../../../platform/http/type.ts';

const Time = Type.String({ description: 'RFC 3339, UTC' });
const Euros = (description: string) => Type.String({ description: `Euros: ${description}` });

export const CustomerListQuery = Type.Object({
  ...pageFields,
  cursor: Type.Optional(
    Type.String({ maxLength: 255, description: 'From the Link header of the page before' }),
  ),
});

export const CustomerParameters = Type.Object({
  customerReferenceId: Type.String({ description: 'The merchant’s own name for the customer' }),
});

const shownFields = {
  ...ShownCustomer.properties,
  customer_reference_id: Type.String(),
  first_seen_at: Time,
  last_seen_at: Time,
};

const example = {
  customer_reference_id: 'customer-42',
  customer_first_name: 'Ana',
  customer_last_name: 'Sousa',
  customer_email_address: 'ana@example.com',
  customer_ip_address: '203.0.113.7',
  first_seen_at: '2027-03-01T12:00:00.000Z',
  last_seen_at: '2027-03-09T08:15:00.000Z',
};

export const Customers = Type.Array(Type.Object(shownFields), {
  description: 'By customer_reference_id, with the latest details',
  examples: [[example]],
});

export const CustomerLookup = Type.Object(
  {
    ...shownFields,
    deposit_addresses: Type.Array(
      Type.Object({
        customer_deposit_wallet_address_id: Type.String(),
        customer_deposit_wallet_address: Type.String(),
        destination_tag: Type.Union([Type.String(), Type.Null()]),
        cryptocurrency_code: Type.String(),
        created_at: Time,
      }),
    ),
    totals: Type.Object({
      payment_count: Type.Integer({ description: 'All payments, in any status' }),
      paid_payment_count: Type.Integer(),
      payment_total: Euros('credited for payments'),
      refund_total: Euros('refunded'),
      order_count: Type.Integer({ description: 'Completed orders' }),
      withdrawal_count: Type.Integer(),
      withdrawal_total: Euros('spent on completed withdrawals'),
      deposit_count: Type.Integer(),
      deposit_total: Euros('credited for sold deposits'),
    }),
  },
  {
    examples: [
      {
        ...example,
        deposit_addresses: [
          {
            customer_deposit_wallet_address_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
            customer_deposit_wallet_address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
            destination_tag: null,
            cryptocurrency_code: 'BTC',
            created_at: '2027-03-01T12:00:00.000Z',
          },
        ],
        totals: {
          payment_count: 3,
          paid_payment_count: 2,
          payment_total: '50.00',
          refund_total: '10.00',
          order_count: 0,
          withdrawal_count: 0,
          withdrawal_total: '0.00',
          deposit_count: 1,
          deposit_total: '99.50',
        },
      },
    ],
  },
);

export const ErasedCustomer = Type.Object(
  { customer_reference_id: Type.String() },
  { examples: [{ customer_reference_id: 'customer-42' }] },
);
