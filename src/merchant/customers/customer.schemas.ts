import { Type } from '../../platform/http/type.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/** The shown details. Fields are null after an erasure or if they were never given. */
export const ShownCustomer = Type.Object({
  customer_reference_id: NullableText,
  customer_first_name: NullableText,
  customer_last_name: NullableText,
  customer_email_address: NullableText,
  customer_ip_address: NullableText,
});

/** Customer details given by the merchant. Lookups and webhooks return all five. */
export const CustomerDetails = Type.Object(
  {
    customer_reference_id: Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'visible-text',
      description: 'The merchant’s own name for the customer',
    }),
    customer_first_name: Type.String({ minLength: 1, maxLength: 200, format: 'visible-text' }),
    customer_last_name: Type.String({ minLength: 1, maxLength: 200, format: 'visible-text' }),
    customer_email_address: Type.String({ format: 'email', maxLength: 254 }),
    customer_ip_address: Type.String({ format: 'ip', description: 'IPv4 or IPv6' }),
  },
  {
    examples: [
      {
        customer_reference_id: 'customer-42',
        customer_first_name: 'Ana',
        customer_last_name: 'Sousa',
        customer_email_address: 'ana@example.com',
        customer_ip_address: '203.0.113.7',
      },
    ],
  },
);

/** Customer details of a payment whose link the merchant sends, perhaps without knowing more than a reference. */
export const KnownCustomer = Type.Object({
  ...Type.Partial(CustomerDetails).properties,
  customer_reference_id: CustomerDetails.properties.customer_reference_id,
});
