import { pageFields } from '../../platform/http/lists/list.schemas.ts';
import { coinCodes } from '../assets/asset.rules.ts';
import { mostDays } from './report.rules.ts';
import { Type } from '../../platform/http/type.ts';

const Day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

export const DailyReportQuery = Type.Object({
  from: Day('The first day, such as 2027-03-01; the same as to where it is left out'),
  to: Day(`The last day, at most ${mostDays} days with the first; today where it is left out`),
  ...pageFields,
  cursor: Day('From the Link header of the page before'),
});

export const DailyReport = Type.Array(
  Type.Object({
    day: Type.String({ description: 'In UTC' }),
    cryptocurrency_code: Type.Enum([...coinCodes]),
    kind: Type.Enum(['trade', 'withdrawal', 'deposit', 'payment', 'refund']),
    order_count: Type.Integer({ description: 'Made on that day, whatever became of them' }),
    completed_count: Type.Integer(),
    failed_count: Type.Integer(),
    reversed_count: Type.Integer(),
    cryptocurrency_amount: Type.String({ description: 'Coins of those that were completed' }),
    order_total: Type.String({ description: 'Euros of those that were completed' }),
    cryptocurrency_fee_amount: Type.String({
      description: 'Coins that were left to the network, of refunds',
    }),
    network_fee: Type.String({
      description: 'Euros that the merchant paid for transactions, also those that failed',
    }),
  }),
  {
    description: 'By day, coin and kind; what has none is left out',
    examples: [
      [
        {
          day: '2027-03-01',
          cryptocurrency_code: 'BTC',
          kind: 'payment',
          order_count: 12,
          completed_count: 10,
          failed_count: 1,
          reversed_count: 0,
          cryptocurrency_amount: '0.00432100',
          order_total: '250.00',
          cryptocurrency_fee_amount: '0.00000000',
          network_fee: '0.00',
        },
      ],
    ],
  },
);
