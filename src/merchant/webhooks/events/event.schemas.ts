import { pageFields } from '../../../platform/http/lists/list.schemas.ts';
import { ShownCustomer } from '../../customers/customer.schemas.ts';
import { Nullable, Type } from '../../../platform/http/type.ts';

const NullableText = Nullable(Type.String());

export const EventQuery = Type.Object({
  since: Type.Optional(
    Type.String({
      maxLength: 60,
      description: 'From the Link header of the previous answer. Default: the oldest event that is kept',
    }),
  ),
  ...pageFields,
});

export const eventExample = {
  order_id: '01a1dd65-90aa-7cf1-a2d4-93e1b7c0ffee',
  order_status: 'COMPLETED',
  order_transaction_type: 'WITHDRAW',
  currency_pair: 'BTCEUR',
  cryptocurrency_amount: '0.00043210',
  order_total: '25.00',
  customer_details: {
    customer_reference_id: 'customer-42',
    customer_first_name: 'Ana',
    customer_last_name: 'Sousa',
    customer_email_address: 'ana@example.com',
    customer_ip_address: '203.0.113.7',
  },
  payment_address: null,
  blockchain_transaction_id: null,
  payment_reference_id: null,
  payment_status: null,
  network_fee: null,
  event_type: 'order.completed',
  event_sequence: 1,
  occurred_at: '2027-03-01T12:00:00.000Z',
};

/** The body of a webhook, and an item of the list. */
export const EventSchema = Type.Object({
  order_id: NullableText,
  order_status: NullableText,
  order_transaction_type: NullableText,
  currency_pair: NullableText,
  cryptocurrency_amount: NullableText,
  order_total: NullableText,
  customer_details: Nullable(ShownCustomer),
  payment_address: NullableText,
  blockchain_transaction_id: NullableText,
  payment_reference_id: NullableText,
  payment_status: NullableText,
  network_fee: NullableText,
  event_type: Type.String({
    description: 'order. and the status in lower case; payment.expired, payment.cancelled',
  }),
  event_sequence: Nullable(Type.Integer({ description: 'Number of the event among those of its order' })),
  occurred_at: Type.String({ description: 'RFC 3339, UTC' }),
});

export const Events = Type.Array(EventSchema, { description: 'Oldest first', examples: [[eventExample]] });
