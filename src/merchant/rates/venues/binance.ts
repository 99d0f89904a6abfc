import { pairCodes } from '../../assets/asset.rules.ts';
import { field, readQuote, type Ticker } from './ticker.rules.ts';

/** `{"symbol":"BTCEUR","bidPrice":"58423.10000000","askPrice":…}`; an unlisted symbol is answered with 400. */
export const binance: Ticker = {
  name: 'binance',
  baseUrl: 'https://api.binance.com',
  intervalMs: 3000,
  requests: pairCodes.map((pair) => ({
    path: `/api/v3/ticker/bookTicker?symbol=${pair}`,
    read: (body) =>
      field(body, 'symbol') === pair ? readQuote(pair, field(body, 'bidPrice'), field(body, 'askPrice')) : [],
  })),
};
