import { coinOf, pairCodes, type PairCode } from '../../../assets/asset.rules.ts';
import { field, items, readQuote, type Ticker } from './ticker.rules.ts';

/** Requests use short names, answers long ones: older currencies have an X or Z before their code. */
const krakenNames: [pair: PairCode, asked: string, answered: string][] = [
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
      path: `/0/public/Ticker?pair=${krakenNames.map(([, asked]) => asked).join(',')}`,
      read(body) {
        const result = field(body, 'result');
        return krakenNames.flatMap(([pair, asked, answered]) => {
          const ticker = field(result, answered) ?? field(result, asked);
          return readQuote(pair, field(field(ticker, 'b'), 0), field(field(ticker, 'a'), 0));
        });
      },
    },
  ],
};

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

/** Bitfinex has no euro market for Bitcoin Cash. */
const bitfinexPairs: readonly PairCode[] = ['BTCEUR', 'LTCEUR', 'ETHEUR', 'XRPEUR'];

/** `[["tBTCEUR", bid, bidSize, ask, askSize, …], …]`, prices as numbers. The answer leaves out pairs that are not listed. */
export const bitfinex: Ticker = {
  name: 'bitfinex',
  baseUrl: 'https://api-pub.bitfinex.com',
  // The limit is ten requests a minute.
  intervalMs: 6500,
  requests: [
    {
      path: `/v2/tickers?symbols=${bitfinexPairs.map((pair) => `t${pair}`).join(',')}`,
      read: (body) =>
        items(body).flatMap((ticker) => {
          const pair = bitfinexPairs.find((candidate) => `t${candidate}` === field(ticker, 0));
          return pair ? readQuote(pair, field(ticker, 1), field(ticker, 3)) : [];
        }),
    },
  ],
};

/** `{"symbol":"BTCEUR","bidPrice":"58423.10000000","askPrice":…}`; the answer to an unlisted symbol is 400. */
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

/**
 * `{"market":"BTC-EUR","bid":"58423","bidSize":…,"ask":"58425",…}`; one request for each pair. The documentation shows
 * the same object in a list.
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

export const tickers: readonly Ticker[] = [kraken, bitstamp, coinbase, bitfinex, binance, bitvavo];
