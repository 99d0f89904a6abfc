import { pageFields } from '../../platform/http/lists/list.schemas.ts';
import { assetCodes } from '../assets/asset.rules.ts';
import { Type } from '../../platform/http/type.ts';

const Asset = Type.Enum([...assetCodes], { description: 'EUR or the code of a coin' });

export const Balances = Type.Array(
  Type.Object({
    currency_code: Asset,
    balance: Type.String({ description: 'The available balance' }),
    held: Type.String({
      description: 'Received and not settled yet, or an overpayment',
    }),
    reserved: Type.String({
      description: 'Reserved for network fees of open payouts and for open refund links',
    }),
    pending: Type.String({
      description:
        'Seen on the chain for payments and deposits and not credited yet. Not part of the ledger; it may still disappear',
    }),
    owed: Type.String({
      description:
        'The debt of the PSP for payments and deposits that a chain took back after their money was spent; income settles it first',
    }),
  }),
  {
    description: 'Every asset, including empty ones',
    examples: [
      [
        {
          currency_code: 'EUR',
          balance: '1000000.00',
          held: '0.00',
          reserved: '0.27',
          pending: '0.00',
          owed: '0.00',
        },
        {
          currency_code: 'BTC',
          balance: '10.00000000',
          held: '0.00012000',
          reserved: '0.00000000',
          pending: '0.00430000',
          owed: '0.00000000',
        },
      ],
    ],
  },
);

const { format } = pageFields;

export const BalancesQuery = Type.Object({ format });

export const StatementQuery = Type.Object({
  currency_code: Type.Optional(Asset),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Start of the period, inclusive' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'End of the period, exclusive' })),
  ...pageFields,
  cursor: Type.Optional(
    Type.String({ maxLength: 60, description: 'From the Link header of the previous page' }),
  ),
});

export const Statement = Type.Array(
  Type.Object({
    created_at: Type.String({ description: 'RFC 3339, UTC' }),
    movement_id: Type.String({ description: 'Id shared by all entries of one movement' }),
    kind: Type.String({ description: 'The kind of movement: order, …' }),
    reference: Type.String({ description: 'The id of that order, payment, …' }),
    currency_code: Asset,
    amount: Type.String({ description: 'Negative for a debit' }),
    balance_after: Type.String(),
  }),
  {
    description: 'Newest first',
    examples: [
      [
        {
          created_at: '2027-03-01T12:00:00.000Z',
          movement_id: '01a1dd64-8657-71c4-b163-7777e1ba6710',
          kind: 'order',
          reference: '01a1dd64-8655-7a01-9c5d-1b2c3d4e5f60',
          currency_code: 'EUR',
          amount: '-25.00',
          balance_after: '999975.00',
        },
      ],
    ],
  },
);
