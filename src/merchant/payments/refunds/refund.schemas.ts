import { Amount } from '../../market/conversions/conversion.schemas.ts';
import { refundStatuses } from '../facts/payment-facts.rules.ts';
import { NullableText, Type } from '../../../platform/http/type.ts';

export const RefundRequest = Type.Object(
  {
    refund_address: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'An address of the coin that the customer paid with',
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
    refund_reason: Type.String({ minLength: 1, maxLength: 1000, format: 'visible-text' }),
    refund_amount: Type.Optional(Amount),
  },
  {
    examples: [
      {
        refund_address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
        refund_reason: 'Returned goods',
        refund_amount: '10.00',
      },
    ],
  },
);

export const RefundResponse = Type.Object(
  {
    refund_id: Type.String(),
    total_refund_amount: Type.String({ description: 'Euros, before the network’s fee' }),
    payment_reference_id: Type.String(),
    refund_address: Type.String(),
    destination_tag: NullableText('For XRP, if the receiver has one'),
    refund_status: Type.Enum([...refundStatuses]),
    refund_cryptocurrency: Type.String(),
    refund_cryptocurrency_amount: Type.String({ description: 'What arrives' }),
    order_id: Type.String({ description: 'The refund’s own order' }),
    network_fee: Type.Union([Type.String(), Type.Null()], {
      description:
        'Estimate in euros of the network’s fee for the merchant: 0.00 if the fee is deducted from the coins; null if the provider pays it',
    }),
  },
  {
    examples: [
      {
        refund_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f61',
        total_refund_amount: '10.00',
        payment_reference_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
        refund_address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
        destination_tag: null,
        refund_status: 'PROCESSING',
        refund_cryptocurrency: 'BTC',
        refund_cryptocurrency_amount: '0.00017284',
        order_id: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f62',
        network_fee: '1.34',
      },
    ],
  },
);

export const RefundParameters = Type.Object({ paymentReferenceId: Type.String() });
