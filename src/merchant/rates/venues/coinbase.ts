import { coinOf, pairCodes } from '../../assets/asset.rules.ts';
import { field, readQuote, type Ticker } from './ticker.rules.ts';

/** Coinbase Exchange: `{"bid":"58423.1","ask":"58424.9","price":…,"time":…}`; one request for each pair. */
export const coinbase: Ticker = {
  name: 'coinbase',
  baseUrl: 'https://api.exchange.coinbase.com',
  intervalMs: 3000,
  requests: pairCodes.map((pair) => ({
    path: `/products/${coinOf(pair)}-EUR/ticker`,
    read: (body) => readQuote(pair, field(body, 'bid'), field(body, 'ask')),
  })),
};
