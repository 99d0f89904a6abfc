import { flag, integer, list } from '../platform/settings.ts';

export const merchantSettings = {
  SANDBOX_PSP: flag({
    default: { sandbox: true, production: false },
    description:
      'Creates PSP 1 with the published credentials sandbox-psp and sandbox-secret, and test money.',
  }),
  RATE_VENUES: list({
    of: ['simulated', 'kraken', 'bitstamp', 'coinbase', 'bitfinex', 'binance', 'bitvavo'],
    default: { sandbox: ['simulated'], production: ['kraken', 'bitstamp', 'coinbase', 'bitfinex'] },
    description: 'The markets that rates come from.',
  }),
  RATE_SPREAD_BPS: integer({
    default: 50,
    max: 2000,
    description: 'What rates stand above the asks and below the bids of the markets, in basis points.',
  }),
  WEBHOOK_HTTP: flag({
    default: { sandbox: true, production: false },
    description: 'Takes webhook addresses without TLS.',
  }),
  WEBHOOK_PRIVATE_ADDRESSES: flag({
    default: { sandbox: true, production: false },
    description: 'Sends webhooks also to this machine and its own networks.',
  }),
} as const;
