import { pageFields } from '../../platform/http/lists/list.schemas.ts';
import { deliveryStatuses } from './queue/webhook.rules.ts';
import { Type } from '../../platform/http/type.ts';

const Time = Type.String({ description: 'RFC 3339, UTC' });
const OptionalTime = Type.Union([Time, Type.Null()]);
const OptionalText = Type.Union([Type.String(), Type.Null()]);

const endpointId = '01a1dd64-8657-71c4-b163-7777e1ba6710';
const deliveryId = '01a1dd66-11f2-7a03-9c0e-2b1f30c8d5aa';
const url = 'https://shop.example/praca/webhooks';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwNnVvXhkR2bE=';

export const CreateEndpoint = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'URL to which events are posted. In production it must be https with a public address.',
    }),
  },
  { examples: [{ url }] },
);

export const IssuedEndpoint = Type.Object(
  {
    webhook_endpoint_id: Type.String(),
    url: Type.String(),
    secret: Type.String({ description: 'Secret for checking signatures. It is not shown again.' }),
  },
  { examples: [{ webhook_endpoint_id: endpointId, url, secret }] },
);

export const RotatedEndpoint = Type.Object(
  {
    webhook_endpoint_id: Type.String(),
    url: Type.String(),
    secret: Type.String({ description: 'The new secret. It is not shown again.' }),
    previous_secret_expires_at: Time,
  },
  {
    examples: [
      {
        webhook_endpoint_id: endpointId,
        url,
        secret,
        previous_secret_expires_at: '2026-03-02T09:30:00.000Z',
      },
    ],
  },
);

const Endpoint = Type.Object({
  webhook_endpoint_id: Type.String(),
  url: Type.String(),
  status: Type.Enum(['ENABLED', 'DISABLED'], {
    description: 'DISABLED after it answered 410, or was switched off',
  }),
  created_at: Time,
  disabled_at: OptionalTime,
  previous_secret_expires_at: OptionalTime,
});

export const ChangeEndpoint = Type.Object(
  {
    url: CreateEndpoint.properties.url,
    status: Type.Enum(['ENABLED', 'DISABLED'], {
      description: 'A DISABLED endpoint receives no events until it is ENABLED',
    }),
  },
  { examples: [{ url, status: 'DISABLED' }] },
);

export const ChangedEndpoint = Type.Object(Endpoint.properties, {
  examples: [
    {
      webhook_endpoint_id: endpointId,
      url,
      status: 'DISABLED',
      created_at: '2026-03-01T09:30:00.000Z',
      disabled_at: '2026-03-02T09:30:00.000Z',
      previous_secret_expires_at: null,
    },
  ],
});

export const Endpoints = Type.Array(Endpoint, {
  examples: [
    [
      {
        webhook_endpoint_id: endpointId,
        url,
        status: 'ENABLED',
        created_at: '2026-03-01T09:30:00.000Z',
        disabled_at: null,
        previous_secret_expires_at: null,
      },
    ],
  ],
});

export const DeletedEndpoint = Type.Object(
  { webhook_endpoint_id: Type.String() },
  { examples: [{ webhook_endpoint_id: endpointId }] },
);

const AttemptShape = Type.Object({
  attempted_at: Time,
  duration_ms: Type.Integer(),
  response_status: Type.Union([Type.Integer(), Type.Null()]),
  error: Type.Union([Type.String(), Type.Null()], {
    description:
      'null after a 2xx in time; otherwise unexpected_status, redirect_not_followed, timed_out, name_not_found, ' +
      'address_not_public, connection_refused, connection_lost, connection_failed, tls_failed or invalid_response',
  }),
  response_excerpt: OptionalText,
});

const deliveryExample = {
  webhook_delivery_id: deliveryId,
  webhook_endpoint_id: endpointId,
  url,
  order_id: '01a1dd65-90aa-7cf1-a2d4-93e1b7c0ffee',
  event_type: 'order.completed',
  event_sequence: 2,
  occurred_at: '2026-03-01T10:00:00.000Z',
  status: 'PENDING',
  next_attempt_at: '2026-03-01T10:00:05.112Z',
  attempts: [
    {
      attempted_at: '2026-03-01T10:00:00.104Z',
      duration_ms: 31,
      response_status: 500,
      error: 'unexpected_status',
      response_excerpt: 'Internal Server Error',
    },
  ],
};

export const Delivery = Type.Object(
  {
    webhook_delivery_id: Type.String({ description: 'The webhook-id header of every attempt' }),
    webhook_endpoint_id: Type.String(),
    url: Type.String(),
    order_id: OptionalText,
    event_type: Type.String(),
    event_sequence: Type.Union([Type.Integer(), Type.Null()]),
    occurred_at: Time,
    status: Type.Enum([...deliveryStatuses]),
    next_attempt_at: OptionalTime,
    attempts: Type.Array(AttemptShape),
  },
  { examples: [deliveryExample] },
);

export const Deliveries = Type.Array(Delivery, { examples: [[deliveryExample]] });

export const Redelivered = Type.Object(
  {
    redelivered: Type.Integer({ description: 'Deliveries that are sent again' }),
    failed_remaining: Type.Boolean({ description: 'True if the next call would send more' }),
  },
  { examples: [{ redelivered: 12, failed_remaining: false }] },
);

export const DeliveryQuery = Type.Object({
  order_id: Type.Optional(Type.String({ format: 'uuid', description: 'Only deliveries of this order' })),
  status: Type.Optional(
    Type.Enum([...deliveryStatuses], { description: 'Only deliveries with this status' }),
  ),
  ...pageFields,
  after: Type.Optional(
    Type.String({ format: 'uuid', description: 'From the Link header of the previous page' }),
  ),
});

export const IdParameter = Type.Object({ id: Type.String() });

/** Part of the description of endpoint registration, where developers of receivers read it. */
export const receiverGuide = [
  'Every status change of an order is posted to each endpoint. A PSP can register up to 5 endpoints.',
  '',
  'Requests follow the Standard Webhooks specification: `webhook-id` is the same for all attempts, so that',
  'repetitions can be recognised; `webhook-timestamp` is in seconds; `webhook-signature` contains one signature, or two',
  'separated by a space while a secret is being rotated. Check them with any Standard Webhooks library and `secret`.',
  '',
  'The body is `{ order_id, order_status, order_transaction_type, currency_pair, cryptocurrency_amount, order_total,',
  'customer_details, payment_address, blockchain_transaction_id, payment_reference_id, payment_status, event_type,',
  'event_sequence, occurred_at }`, with null for missing values. `event_type` is `order.` and the status in lower case,',
  'such as `order.completed`, or `webhook.test`. A payment that ends before a coin was chosen has no order: its event is',
  '`payment.expired` or `payment.cancelled`, with `order_id` null.',
  '',
  '`event_sequence` counts the events of one order: 1, 2, 3 … The highest one has the latest state. An endpoint that',
  'answers with 2xx gets them in this order, each after the answer to the previous one. A failed event is retried later',
  'and does not delay later ones. Any event may arrive more than once.',
  '',
  'Any 2xx within 15 s completes a delivery. Otherwise it is retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h,',
  '20 h and 24 h, or later if `retry-after` asks for it (24 h at most). 410 disables the endpoint. Redirects are not',
  'followed.',
].join('\n');
