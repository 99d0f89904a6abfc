import { coinOf, pairCodes } from '../../assets/asset.rules.ts';
import { field, items, readQuote, type Ticker } from './ticker.rules.ts';

/**
 * `{"market":"BTC-EUR","bid":"58423","bidSize":…,"ask":"58425",…}`; one request for each pair. Its documentation shows
 * the same in a list.
 */
export const bitvavo: Ticker = {
  name: 'bitvavo',
  baseUrl: 'https://api.bitvavo.com',
  intervalMs: 3000,
  requests: pairCodes.map((pair) => ({
    path: `/v2/ticker/book?market=${coinOf(pair)}-EUR`,
    read: (body) => {
      const books = Array.isArray(body) ? items(body) : [body];
      const book = books.find((candidate) => field(candidate, 'market') === `${coinOf(pair)}-EUR`);
      return readQuote(pair, field(book, 'bid'), field(book, 'ask'));
    },
  })),
};
