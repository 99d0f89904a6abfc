import type { ApiReference, WebhookReference } from '../platform/http/openapi/api-reference.ts';
import { orderStatuses } from './orders/order.rules.ts';
import { eventExample, EventSchema } from './webhooks/events/event.schemas.ts';
import { eventTypeOf, testEvent, testEventType } from './webhooks/queue/webhook.rules.ts';

const describeEvent = (type: string, summary: string, values: object): WebhookReference => ({
  summary,
  description:
    'Signed by the Standard Webhooks scheme with the secret of the endpoint. An event may arrive more than once, with the same `webhook-id`. Later versions may add fields to the body.',
  body: { ...EventSchema, properties: { ...EventSchema.properties, event_type: { const: type } } },
  example: { ...eventExample, ...values, event_type: type },
});

const summaries: Readonly<Record<(typeof orderStatuses)[number], string>> = {
  CREATED: 'An order was created',
  PROCESSING: 'Coins of an order are on the way',
  COMPLETED: 'An order is complete',
  FAILED: 'An order has failed',
  REVERSED: 'An order was reversed, because its coins have disappeared from the chain',
};

const withoutOrder = {
  ...testEvent,
  customer_details: eventExample.customer_details,
  payment_reference_id: '01a1dd64-90aa-7cf1-a2d4-93e1b7c0ffee',
  payment_status: 'EXPIRED',
};

export const merchantReference: ApiReference = {
  introduction: `Payment providers and their merchants buy, sell, accept and refund cryptocurrency.

A payment is created with \`POST /payments/hosted\`. The customer pays on the page at its \`payment_url\`, and a webhook reports each step. Amounts are decimal strings such as \`"25.00"\`.

1. **Get a token**: \`POST /oauth/token\` with the client id and secret. Its \`expires_in\` is in **milliseconds**; \`expires_at\` is the same moment as a time.
2. **Create a payment**: \`POST /payments/hosted\` with an \`Idempotency-Key\`, so that a repetition creates no second payment.
3. **Receive the webhooks**: register an address with \`POST /webhooks\` and check each signature.

Lists have a \`Link\` header to the next page, and a CSV form. Errors are problem details (RFC 9457) with a stable \`code\`; [all codes](/problems).`,
  tags: {
    Tokens: 'Access tokens for a client id and secret.',
    Rates: 'Current and earlier prices of the coins in euros.',
    Ledger: 'Balances, and every movement of money.',
    Trading: 'Buying and selling coins: a quote, then an order or a withdrawal.',
    Deposits: 'Addresses that sell every received coin.',
    Payments: 'Amounts in euros that a customer pays in a coin, and their refunds.',
    Webhooks: 'Events, pushed to an address or read as a list.',
    Customers: 'Personal data of customers, to read and to erase.',
    Sandbox: 'The clock and the simulated blockchains. Only in a sandbox.',
  },
  examples: {},
  webhooks: {
    ...Object.fromEntries(
      orderStatuses.map((status) => {
        const type = eventTypeOf(status);
        return [type, describeEvent(type, summaries[status], { order_status: status })];
      }),
    ),
    'payment.expired': describeEvent(
      'payment.expired',
      'A payment expired before a coin was chosen',
      withoutOrder,
    ),
    'payment.cancelled': describeEvent(
      'payment.cancelled',
      'A payment was cancelled before a coin was chosen',
      withoutOrder,
    ),
    [testEventType]: describeEvent(testEventType, 'A test event of `POST /webhooks/{id}/test`', {
      ...testEvent,
      event_sequence: null,
    }),
  },
};
