import type { PairCode } from '../../assets/asset.rules.ts';
import { field, items, readQuote, type Ticker } from './ticker.rules.ts';

/** Bitfinex has no euro market for Bitcoin Cash. */
const pairs: readonly PairCode[] = ['BTCEUR', 'LTCEUR', 'ETHEUR', 'XRPEUR'];

/** `[["tBTCEUR", bid, bidSize, ask, askSize, …], …]`, prices as numbers; what it does not list is not in the answer. */
export const bitfinex: Ticker = {
  name: 'bitfinex',
  baseUrl: 'https://api-pub.bitfinex.com',
  // Ten requests a minute are allowed.
  intervalMs: 6500,
  requests: [
    {
      path: `/v2/tickers?symbols=${pairs.map((pair) => `t${pair}`).join(',')}`,
      read: (body) =>
        items(body).flatMap((ticker) => {
          const pair = pairs.find((candidate) => `t${candidate}` === field(ticker, 0));
          return pair ? readQuote(pair, field(ticker, 1), field(ticker, 3)) : [];
        }),
    },
  ],
};
