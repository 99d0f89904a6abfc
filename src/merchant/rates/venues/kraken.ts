import type { PairCode } from '../../assets/asset.rules.ts';
import { field, readQuote, type Ticker } from './ticker.rules.ts';

/** Kraken asks by its short names and answers by its long ones; the old coins have an X or Z before each part. */
const names: [pair: PairCode, asked: string, answered: string][] = [
  ['BTCEUR', 'XBTEUR', 'XXBTZEUR'],
  ['BCHEUR', 'BCHEUR', 'BCHEUR'],
  ['LTCEUR', 'LTCEUR', 'XLTCZEUR'],
  ['ETHEUR', 'ETHEUR', 'XETHZEUR'],
  ['XRPEUR', 'XRPEUR', 'XXRPZEUR'],
];

/** `{"error":[],"result":{"XXBTZEUR":{"a":[price, lots, volume],"b":[…],…}}}`, prices as strings. */
export const kraken: Ticker = {
  name: 'kraken',
  baseUrl: 'https://api.kraken.com',
  intervalMs: 3000,
  requests: [
    {
      path: `/0/public/Ticker?pair=${names.map(([, asked]) => asked).join(',')}`,
      read(body) {
        const result = field(body, 'result');
        return names.flatMap(([pair, asked, answered]) => {
          const ticker = field(result, answered) ?? field(result, asked);
          return readQuote(pair, field(field(ticker, 'b'), 0), field(field(ticker, 'a'), 0));
        });
      },
    },
  ],
};
