import { coinCodes } from '../assets/asset.rules.ts';
import { Amount } from '../market/conversions/conversion.schemas.ts';
import { Metadata, ShownMetadata } from '../customers/metadata/metadata.schemas.ts';
import { CustomerDetails, KnownCustomer } from '../customers/customer.schemas.ts';
import { paymentExceptions, paymentStatuses, type OptionalTexts } from './facts/payment.rules.ts';
import { Nullable, NullableText, Type } from '../../platform/http/type.ts';

const exampleId = '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60';
const exampleAddress = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl';

const PaymentStatus = Type.Enum([...paymentStatuses], {
  description:
    'NEW until a coin is chosen, then PENDING, CONFIRMING when enough coins were seen, PAID. After the deadline EXPIRED if the coins received are worth less than a cent, UNRESOLVED if they were too few or late.',
});
const CurrencyCode = Type.Enum(['EUR']);
const CoinCode = Type.String({ description: coinCodes.join(', ') });

const requestFields = {
  currency_code: CurrencyCode,
  payment_amount: Amount,
  payment_reference: Type.String({
    minLength: 1,
    maxLength: 255,
    format: 'visible-text',
    description:
      'The merchant’s own name for the payment; may be reused unless the provider enforces unique references',
  }),
  customer_details: CustomerDetails,
  merchant_name: Type.String({
    minLength: 1,
    maxLength: 200,
    format: 'visible-text',
    description: 'Shown to the customer',
  }),
  payment_description: Type.String({
    minLength: 1,
    maxLength: 1000,
    format: 'visible-text',
    description: 'Shown to the customer',
  }),
  metadata: Type.Optional(Metadata),
};
const ReturnUrl = Type.String({
  maxLength: 2048,
  description: 'Begins with https:// or http://, without a user name or a password',
});

const optionalFields = {
  success_return_url: Type.Optional(ReturnUrl),
  failure_return_url: Type.Optional(ReturnUrl),
} satisfies Record<keyof OptionalTexts, unknown>;

const shownTexts = {
  success_return_url: NullableText('Address for the customer after a successful payment'),
  failure_return_url: NullableText('Address for the customer after a failed payment'),
} satisfies Record<keyof OptionalTexts, unknown>;

const requestExample = {
  currency_code: 'EUR',
  payment_amount: '25.00',
  payment_reference: 'order-1001',
  customer_details: {
    customer_reference_id: 'customer-42',
    customer_first_name: 'Ana',
    customer_last_name: 'Sousa',
    customer_email_address: 'ana@example.com',
    customer_ip_address: '203.0.113.7',
  },
  merchant_name: 'Padaria Central',
  payment_description: 'Bread for a week',
  metadata: { basket: '7710' },
};
const urlExample = {
  success_return_url: 'https://shop.example/thanks',
  failure_return_url: 'https://shop.example/sorry',
};

export const HostedPaymentRequest = Type.Object(
  { ...requestFields, customer_details: KnownCustomer, ...optionalFields },
  { examples: [requestExample] },
);

export const PaymentRequest = Type.Object(
  { ...requestFields, ...optionalFields, success_return_url: ReturnUrl, failure_return_url: ReturnUrl },
  { examples: [{ ...requestExample, ...urlExample }] },
);

const createdFields = {
  payment_amount: Type.String({ description: 'Euros' }),
  currency_code: CurrencyCode,
  payment_status: PaymentStatus,
  payment_description: Type.String(),
  payment_expiration_timestamp: Type.String({
    description: 'Deadline for the choice of a coin, 60 minutes from now; RFC 3339, UTC',
  }),
  payment_reference_id: Type.String({ description: 'Praça’s id of the payment, used in paths' }),
  metadata: ShownMetadata,
};
const createdExample = {
  payment_amount: '25.00',
  currency_code: 'EUR',
  payment_status: 'NEW',
  payment_description: 'Bread for a week',
  payment_expiration_timestamp: '2027-03-01T13:00:00.000Z',
  payment_reference_id: exampleId,
  metadata: { basket: '7710' },
};

export const HostedPaymentResponse = Type.Object(
  { ...createdFields, payment_url: Type.String({ description: 'Where the customer pays' }) },
  { examples: [{ ...createdExample, payment_url: `https://praca.example/pay/${exampleId}` }] },
);

export const PaymentResponse = Type.Object(
  {
    ...createdFields,
    supported_payment_methods: Type.Array(
      Type.Object({ cryptocurrency_name: Type.String(), cryptocurrency_code: CoinCode }),
    ),
  },
  {
    examples: [
      {
        ...createdExample,
        supported_payment_methods: [{ cryptocurrency_name: 'Bitcoin', cryptocurrency_code: 'BTC' }],
      },
    ],
  },
);

export const PaymentParameters = Type.Object({ paymentReferenceId: Type.String() });

export const ChoiceRequest = Type.Object(
  { cryptocurrency_code: Type.String({ maxLength: 10, description: coinCodes.join(', ') }) },
  { examples: [{ cryptocurrency_code: 'BTC' }] },
);

const choiceExample = {
  payment_reference_number: exampleId,
  payment_currency: 'EUR',
  payment_amount: '25.00',
  cryptocurrency_amount: '0.00043210',
  merchant_name: 'Padaria Central',
  payment_status: 'PENDING',
  cryptocurrency_code: 'BTC',
  payment_cryptocurrency_address: exampleAddress,
  destination_tag: null,
  payment_uri: `bitcoin:${exampleAddress}?amount=0.0004321`,
  payment_expire_duration_seconds: 900,
};

/** All fields have a value once a coin is chosen, except the tag of coins without tags. */
export const ChoiceResponse = Type.Object(
  {
    payment_reference_number: Type.String(),
    payment_currency: CurrencyCode,
    payment_amount: Type.String({ description: 'Euros' }),
    cryptocurrency_amount: NullableText('Amount due at the locked price'),
    merchant_name: Type.String(),
    payment_status: PaymentStatus,
    cryptocurrency_code: Nullable(CoinCode),
    payment_cryptocurrency_address: NullableText('Where the customer sends the coins'),
    destination_tag: NullableText('Required with XRP: identifies the payment at a shared address'),
    payment_uri: NullableText('For a link or a QR code: BIP-21, EIP-681 or the XRPL’s'),
    payment_expire_duration_seconds: Type.Integer({
      description: 'Time left to pay, or to choose a coin',
    }),
  },
  { examples: [choiceExample] },
);

export const PaymentLookup = Type.Object(
  {
    ...ChoiceResponse.properties,
    ...shownTexts,
    payment_refundable_status: Type.Enum(['REFUNDABLE', 'NOT_REFUNDABLE', 'REFUNDED']),
    refundable_amount: NullableText(
      'Euros before the network’s fee. For an UNRESOLVED payment the received coins at the present rate, null while there is no rate; for a PAID one the credited euros that were not refunded, and the excess at the locked rate',
    ),
    payment_acceptable_status: Type.Enum(['ACCEPTABLE', 'NOT_ACCEPTABLE', 'ACCEPTED']),
    acceptable_amount: NullableText(
      'Euros: the confirmed coins at the present rate, at most the requested amount; null while there is no rate. After the acceptance, the credited amount.',
    ),
    refund_address: NullableText('Refund address, if one was stated'),
    refund_destination_tag: NullableText('For XRP'),
    payment_reference: Type.String({ description: 'The merchant’s own' }),
    payment_exceptions: Type.Array(Type.Enum([...paymentExceptions]), {
      description:
        'How the payment differs from the request; a difference within the tolerance (0.5 % unless the payment policy sets another) counts as exact',
    }),
    payment_cancelled_at: NullableText(
      'Time of the cancellation by the merchant; the payment is EXPIRED from then on',
    ),
    metadata: ShownMetadata,
    received_cryptocurrency_amount: NullableText(
      'Confirmed or not; once the payment is decided, includes coins of the same kind that were sent to an earlier address',
    ),
    transactions: Type.Array(
      Type.Object({
        blockchain_transaction_id: Type.String(),
        cryptocurrency_amount: Type.String(),
        confirmations: Type.Integer(),
        required_confirmations: Type.Integer(),
        first_seen_at: Type.String({ description: 'RFC 3339, UTC' }),
      }),
    ),
  },
  {
    examples: [
      {
        ...choiceExample,
        payment_status: 'CONFIRMING',
        ...urlExample,
        payment_refundable_status: 'NOT_REFUNDABLE',
        refundable_amount: '0.00',
        payment_acceptable_status: 'NOT_ACCEPTABLE',
        acceptable_amount: '0.00',
        refund_address: null,
        refund_destination_tag: null,
        payment_reference: 'order-1001',
        payment_exceptions: [],
        payment_cancelled_at: null,
        metadata: { basket: '7710' },
        received_cryptocurrency_amount: '0.00043210',
        transactions: [
          {
            blockchain_transaction_id: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
            cryptocurrency_amount: '0.00043210',
            confirmations: 0,
            required_confirmations: 1,
            first_seen_at: '2027-03-01T12:03:20.000Z',
          },
        ],
      },
    ],
  },
);

export const AcceptanceResponse = Type.Object(
  {
    payment_currency_code: CurrencyCode,
    payment_total: Type.String({ description: 'Euros that were credited' }),
    payment_cryptocurrency_amount: Type.String({ description: 'Coins that were sold for the euros' }),
    payment_cryptocurrency: CoinCode,
    payment_address: Type.String(),
    blockchain_transaction_id: Type.String({ description: 'The first transaction that paid' }),
  },
  {
    examples: [
      {
        payment_currency_code: 'EUR',
        payment_total: '25.00',
        payment_cryptocurrency_amount: '0.00043210',
        payment_cryptocurrency: 'BTC',
        payment_address: exampleAddress,
        blockchain_transaction_id: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
      },
    ],
  },
);

export const RefundAddressRequest = Type.Object(
  {
    refund_address: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'An address of the chosen coin',
    }),
    destination_tag: Type.Optional(
      Type.Union(
        [Type.String({ maxLength: 10 }), Type.Integer({ minimum: 0, maximum: 4_294_967_295 }), Type.Null()],
        {
          description:
            'For XRP, if the receiver has one; for coins without tags an empty text counts as none',
        },
      ),
    ),
  },
  { examples: [{ refund_address: exampleAddress }] },
);

export const RefundAddressResponse = Type.Object(
  {
    payment_reference_id: Type.String(),
    refund_address: Type.String(),
    refund_destination_tag: NullableText('For XRP'),
  },
  {
    examples: [
      { payment_reference_id: exampleId, refund_address: exampleAddress, refund_destination_tag: null },
    ],
  },
);

export const CancellationResponse = Type.Object(
  {
    payment_reference_id: Type.String(),
    payment_reference: Type.String({ description: 'The merchant’s own' }),
    payment_status: PaymentStatus,
    payment_cancelled_at: NullableText('RFC 3339, UTC'),
  },
  {
    examples: [
      {
        payment_reference_id: exampleId,
        payment_reference: 'order-1001',
        payment_status: 'EXPIRED',
        payment_cancelled_at: '2027-03-01T12:05:00.000Z',
      },
    ],
  },
);
