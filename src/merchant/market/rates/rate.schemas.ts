import { pairCodes } from '../../assets/asset.rules.ts';
import { historySteps } from './candle.rules.ts';
import { Type } from '../../../platform/http/type.ts';

const CurrencyPair = Type.Enum(pairCodes);
const BuyPrice = Type.Number({ description: 'Buying price of one coin in euros, including the spread' });
const SellPrice = Type.Number({ description: 'Selling price of one coin in euros, less the spread' });

/** Any text, because an unknown pair returns not_found instead of a validation error. */
export const PairParams = Type.Object({
  currencyPairCode: Type.String({ description: pairCodes.join(', '), examples: ['BTCEUR'] }),
});

export const CurrentRate = Type.Object(
  { buy_price: BuyPrice, currency_pair: CurrencyPair, sell_price: SellPrice },
  { examples: [{ buy_price: 80412.07, currency_pair: 'BTCEUR', sell_price: 79583.41 }] },
);

export const WithdrawRate = Type.Object(
  { currency_pair: CurrencyPair, buy_price: BuyPrice },
  { examples: [{ currency_pair: 'BTCEUR', buy_price: 80409.55 }] },
);

export const DepositRate = Type.Object(
  { currency_pair: CurrencyPair, sell_price: SellPrice },
  { examples: [{ currency_pair: 'BTCEUR', sell_price: 79586.02 }] },
);

const moment = { format: 'date-time', examples: ['2026-03-01T12:00:00.000Z'] };

export const HistoryQuery = Type.Object({
  from: Type.Optional(Type.String({ ...moment, description: 'RFC 3339; 288 steps before to by default' })),
  to: Type.Optional(Type.String({ ...moment, description: 'RFC 3339; now by default' })),
  step: Type.Integer({ enum: [...historySteps], default: 300, description: 'Seconds between two points' }),
});

const HistoryPrice = Type.String({ description: 'Euros for one coin, without spread' });

export const RateHistory = Type.Object(
  {
    currency_pair: CurrencyPair,
    step: Type.Integer({ description: 'Seconds' }),
    points: Type.Array(
      Type.Object({
        time: Type.String({ format: 'date-time', description: 'Start of the step' }),
        open: HistoryPrice,
        high: HistoryPrice,
        low: HistoryPrice,
        close: HistoryPrice,
      }),
    ),
  },
  {
    examples: [
      {
        currency_pair: 'BTCEUR',
        step: 300,
        points: [
          {
            time: '2026-03-01T12:00:00.000Z',
            open: '80001.12',
            high: '80020.50',
            low: '79990.00',
            close: '80011.87',
          },
        ],
      },
    ],
  },
);
