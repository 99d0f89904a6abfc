import { IdCursor, pageFields } from '../../../../platform/http/lists/list.schemas.ts';
import { NullableText, Type } from '../../../../platform/http/type.ts';
import { RefundRequest } from '../refund.schemas.ts';
import { refundLinkStatuses } from '../../refund-links/refund-link.rules.ts';

const { refund_reason, refund_amount } = RefundRequest.properties;

export const RefundLinkRequest = Type.Object(
  { refund_reason, refund_amount },
  { examples: [{ refund_reason: 'Returned goods', refund_amount: '5.00' }] },
);

const example = {
  refund_link_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f63',
  payment_reference_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
  refund_link_status: 'OPEN',
  refund_amount: '5.00',
  refund_cryptocurrency: 'BTC',
  refund_reason: 'Returned goods',
  refund_id: null,
  expires_at: '2027-03-31T12:00:00.000Z',
  created_at: '2027-03-01T12:00:00.000Z',
  updated_at: '2027-03-01T12:00:00.000Z',
};

const fields = {
  refund_link_id: Type.String(),
  payment_reference_id: Type.String(),
  refund_link_status: Type.Enum([...refundLinkStatuses], {
    description:
      'OPEN until the customer claims it, the merchant revokes it, or it expires. A reorganisation that reverses the payment revokes it too',
  }),
  refund_amount: NullableText(
    'Euros; null for an UNRESOLVED payment, which sends back the coins that it has when the link is claimed',
  ),
  refund_cryptocurrency: Type.String({ description: 'The coin of the refund, in which the customer paid' }),
  refund_reason: Type.String(),
  refund_id: NullableText('The refund, once the link is claimed'),
  expires_at: Type.String({ description: 'RFC 3339, UTC; 30 days after the creation' }),
  created_at: Type.String({ description: 'RFC 3339, UTC' }),
  updated_at: Type.String({ description: 'RFC 3339, UTC' }),
};

export const RefundLinkLookup = Type.Object(fields, { examples: [example] });

export const CreatedRefundLink = Type.Object(
  {
    ...fields,
    url: Type.String({
      description:
        'The claim page, to be sent to the customer. Contains a secret: a person who has it can claim the refund. Shown only now',
    }),
  },
  {
    examples: [
      {
        ...example,
        url: 'https://pay.example/pay/refund?token=b3VyIGV4YW1wbGUgb2YgYSAyNTYtYml0IHRva2VuISE',
      },
    ],
  },
);

export const RefundLinkLookups = Type.Array(RefundLinkLookup, {
  description: 'Newest first',
  examples: [[example]],
});

export const RefundLinkParameters = Type.Object({ refundLinkId: Type.String() });

export const RefundLinkQuery = Type.Object({ ...pageFields, cursor: IdCursor });
