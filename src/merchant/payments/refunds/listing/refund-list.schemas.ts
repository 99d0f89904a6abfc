import { IdCursor, pageFields, periodFields } from '../../../../platform/http/lists/list.schemas.ts';
import { refundStatuses } from '../../facts/payment-facts.rules.ts';
import { RefundResponse } from '../refund.schemas.ts';
import { NullableText, Type } from '../../../../platform/http/type.ts';

export const RefundListQuery = Type.Object({
  refund_status: Type.Optional(Type.Enum([...refundStatuses])),
  ...periodFields,
  ...pageFields,
  cursor: IdCursor,
});

export const RefundIdParameters = Type.Object({ refundId: Type.String() });

const example = {
  refund_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f61',
  total_refund_amount: '10.00',
  payment_reference_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
  refund_address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  refund_status: 'COMPLETED',
  refund_cryptocurrency: 'BTC',
  refund_cryptocurrency_amount: '0.00017284',
  order_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f62',
  destination_tag: null,
  refund_reason: 'Returned goods',
  refund_cryptocurrency_fee_amount: '0.00000000',
  network_fee: '0.92',
  blockchain_transaction_id: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  created_at: '2027-03-01T12:00:00.000Z',
  updated_at: '2027-03-01T12:09:30.000Z',
};

export const RefundLookup = Type.Object(
  {
    ...RefundResponse.properties,
    refund_reason: Type.String(),
    refund_cryptocurrency_fee_amount: Type.String({
      description: 'Network fee that was deducted from the coins',
    }),
    blockchain_transaction_id: NullableText('Once there is one'),
    created_at: Type.String({ description: 'RFC 3339, UTC' }),
    updated_at: Type.String({ description: 'RFC 3339, UTC' }),
  },
  { examples: [example] },
);

export const RefundLookups = Type.Array(RefundLookup, { description: 'Newest first', examples: [[example]] });
