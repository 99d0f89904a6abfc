import { pairCodes } from '../../assets/asset.rules.ts';
import { transactionTypes } from './conversion.rules.ts';
import { Type } from '../../../platform/http/type.ts';

/** Text keeps all digits; a JSON number is read as it is written. */
export const Amount = Type.Union([Type.String({ maxLength: 62 }), Type.Number()], {
  description: 'A decimal, as text or as a number',
});

export const ConversionRequest = Type.Object(
  {
    currency_pair: Type.String({ description: pairCodes.join(', ') }),
    transaction_type: Type.Enum([...transactionTypes], {
      description: 'WITHDRAW buys coins for euros, DEPOSIT sells coins for euros',
    }),
    cryptocurrency_amount: Type.Optional(Amount),
    money_amount: Type.Optional(Amount),
  },
  {
    description: 'Exactly one of cryptocurrency_amount and money_amount',
    examples: [
      { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', money_amount: '25.00' },
      { currency_pair: 'ETHEUR', transaction_type: 'DEPOSIT', cryptocurrency_amount: '0.5' },
    ],
  },
);

export const ConversionResponse = Type.Object(
  {
    cryptocurrency_amount: Type.String(),
    transaction_total: Type.String({ description: 'Euros' }),
    conversion_token: Type.String({ description: 'For one order or withdrawal' }),
    conversion_token_expiration_time: Type.String({ description: 'RFC 3339, UTC; 60 s from now' }),
  },
  {
    examples: [
      {
        cryptocurrency_amount: '0.00043210',
        transaction_total: '25.00',
        conversion_token: 'AaHdZIZXccSxY3d34bpnEFxNu0Qm2v0B3mJ0wq7yq6b1Zk1b4b8cQm9S0nXb2uVh',
        conversion_token_expiration_time: '2027-03-01T12:01:00.000Z',
      },
    ],
  },
);
