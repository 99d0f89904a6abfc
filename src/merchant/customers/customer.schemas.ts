import { Type } from 'typebox';

/** What a merchant says of its customer. All five are shown again in lookups and webhooks. */
export const CustomerDetails = Type.Object(
  {
    customer_reference_id: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The merchant’s own name for the customer',
    }),
    customer_first_name: Type.String({ minLength: 1, maxLength: 200 }),
    customer_last_name: Type.String({ minLength: 1, maxLength: 200 }),
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
