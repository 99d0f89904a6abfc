import { pageFields } from '../../../platform/http/lists/list.schemas.ts';
import { assetCodes, coinCodes } from '../../assets/asset.rules.ts';
import { figureNames, type Figure } from './ledger-report.rules.ts';
import { mostDays } from './report.rules.ts';
import { Type } from '../../../platform/http/type.ts';

const Day = (description: string) => Type.Optional(Type.String({ maxLength: 10, description }));

export const DailyReportQuery = Type.Object({
  from: Day('The first day, such as 2027-03-01; default: the same as to'),
  to: Day(`The last day; at most ${mostDays} days including the first. Default: today`),
  ...pageFields,
  cursor: Day('From the Link header of the page before'),
});

export const DailyReport = Type.Array(
  Type.Object({
    day: Type.String({ description: 'In UTC' }),
    cryptocurrency_code: Type.Enum([...coinCodes]),
    kind: Type.Enum(['trade', 'withdrawal', 'deposit', 'payment', 'refund']),
    order_count: Type.Integer({ description: 'Orders created on that day, in any status' }),
    completed_count: Type.Integer(),
    failed_count: Type.Integer(),
    reversed_count: Type.Integer(),
    cryptocurrency_amount: Type.String({ description: 'Coins of completed orders' }),
    order_total: Type.String({ description: 'Euros of completed orders' }),
    cryptocurrency_fee_amount: Type.String({
      description: 'Network fees that were deducted from the coins of refunds',
    }),
    network_fee: Type.String({
      description: 'Network fees in euros that the merchant paid, including failed orders',
    }),
    buy_count: Type.Integer({ description: 'Completed trades in which the merchant bought coins' }),
    buy_cryptocurrency_amount: Type.String({ description: 'Coins of these trades' }),
    buy_total: Type.String({ description: 'Euros of these trades' }),
    sell_count: Type.Integer({ description: 'Completed trades in which the merchant sold coins' }),
    sell_cryptocurrency_amount: Type.String({ description: 'Coins of these trades' }),
    sell_total: Type.String({ description: 'Euros of these trades' }),
    held_cryptocurrency_amount: Type.String({
      description: 'Coins of completed refunds that were held for the customer, network fee included',
    }),
    bought_cryptocurrency_amount: Type.String({
      description: 'Coins of completed refunds that were bought with the merchant’s euros',
    }),
  }),
  {
    description: 'By day, coin and kind; combinations without orders are omitted',
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
          buy_count: 0,
          buy_cryptocurrency_amount: '0.00000000',
          buy_total: '0.00',
          sell_count: 0,
          sell_cryptocurrency_amount: '0.00000000',
          sell_total: '0.00',
          held_cryptocurrency_amount: '0.00000000',
          bought_cryptocurrency_amount: '0.00000000',
        },
      ],
    ],
  },
);

const figureDescriptions: Record<Figure, string> = {
  opening_balance: 'Spendable at the start of the day',
  payments: 'Credited for payments, including acceptances',
  payment_reversals: 'Taken back for payments removed by a reorganisation',
  buys: 'Trades in which the merchant bought coins: euros are negative, coins positive',
  sells: 'Trades in which the merchant sold coins: euros are positive, coins negative',
  deposits: 'Credited for deposits',
  deposit_reversals: 'Taken back for deposits removed by a reorganisation',
  withdrawals: 'Paid for withdrawals',
  withdrawal_returns: 'Returned for withdrawals that failed or were removed by a reorganisation',
  bought_refunds: 'Euros paid for coins that were bought for refunds',
  bought_refund_returns: 'Euros returned for failed refunds',
  refund_links: 'Euros reserved for refund links, minus those of links that were claimed or have ended',
  releases: 'Held coins that were released to the merchant',
  network_fees: 'Reserved or charged for network fees, minus returns',
  adjustments: 'Payments in or out outside the service; test money of the sandbox',
  claims:
    'Advanced for coins that a reorganisation removed after they were spent; a debt until income settles it',
  claim_settlements: 'Income that settled the debt',
  other: 'Other movements',
  closing_balance: 'Spendable at the end of the day, or now',
  held_opening_balance: 'Held at the start of the day',
  held_receipts: 'Received coins, minus those removed by a reorganisation',
  held_settlements: 'Coins that were credited or sold for payments and deposits, minus returns',
  held_refunds: 'Held coins that refunds sent back',
  held_refund_returns: 'Held coins of failed refunds, and returned fees',
  held_releases: 'Held coins that were released, minus returns',
  held_losses: 'Coins that the provider paid for a loss, minus those it took back',
  held_other: 'Other movements',
  held_closing_balance: 'Held at the end of the day, or now',
  reserved_opening_balance: 'Reserved for network fees and refund links at the start of the day',
  reserved_network_fees: 'Reserved, minus charges and returns',
  reserved_refund_links: 'Reserved for refund links, minus those that were claimed or have ended',
  reserved_other: 'Other movements',
  reserved_closing_balance: 'Reserved at the end of the day, or now',
  owed_opening_balance: 'Debt at the start of the day, zero or negative',
  owed_claims: 'New claims, negative',
  owed_settlements: 'Settled by income',
  owed_other: 'Other movements',
  owed_closing_balance: 'Debt at the end of the day, or now, zero or negative',
};

const exampleFigures: Partial<Record<Figure, string>> = {
  opening_balance: '1000.00',
  payments: '250.00',
  buys: '-40.00',
  bought_refunds: '-25.00',
  network_fees: '-0.92',
  adjustments: '-500.00',
  closing_balance: '684.08',
};

export const LedgerReport = Type.Array(
  Type.Object({
    day: Type.String({ description: 'In UTC, by the time of the booking' }),
    currency_code: Type.Enum([...assetCodes], { description: 'EUR or the code of a coin' }),
    ...(Object.fromEntries(
      figureNames.map((name) => [name, Type.String({ description: figureDescriptions[name] })]),
    ) as Record<Figure, ReturnType<typeof Type.String>>),
  }),
  {
    description: 'By day and currency; a currency without a balance or a movement is omitted',
    examples: [
      [
        {
          day: '2027-03-01',
          currency_code: 'EUR',
          ...Object.fromEntries(figureNames.map((name) => [name, exampleFigures[name] ?? '0.00'])),
        },
      ],
    ],
  },
);
