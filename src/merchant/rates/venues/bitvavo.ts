import { coinOf, pairCodes } from '../../assets/asset.rules.ts';
import { field, readQuote, type Ticker } from './ticker.rules.ts';

/** `{"market":"BTC-EUR","bid":"58423","bidSize":…,"ask":"58425",…}`; one request for each pair. */
export const bitvavo: Ticker = {
  name: 'bitvavo',
  baseUrl: 'https://api.bitvavo.com',
  intervalMs: 3000,
  requests: pairCodes.map((pair) => ({
    path: `/v2/ticker/book?market=${coinOf(pair)}-EUR`,
    read: (body) => readQuote(pair, field(body, 'bid'), field(body, 'ask')),
  })),
};
