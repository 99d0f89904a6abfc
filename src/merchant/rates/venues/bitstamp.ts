import { pairCodes } from '../../assets/asset.rules.ts';
import { field, readQuote, type Ticker } from './ticker.rules.ts';

/** `{"timestamp":"…","bid":"58423","ask":"58431",…}`, all values as strings; one request for each pair. */
export const bitstamp: Ticker = {
  name: 'bitstamp',
  baseUrl: 'https://www.bitstamp.net',
  intervalMs: 3000,
  requests: pairCodes.map((pair) => ({
    path: `/api/v2/ticker/${pair.toLowerCase()}/`,
    read: (body) => readQuote(pair, field(body, 'bid'), field(body, 'ask')),
  })),
};
