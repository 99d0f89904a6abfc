import type { CoinCode } from '../../assets/asset.rules.ts';

/**
 * Accounts of the simulated networks that behave as some do out there, so that each way can be tried. Each was made of
 * twenty equal bytes: nobody has the key of any.
 */
export type RecipientTrait =
  /** Takes what it is asked about, and then does not take the payment: the fee is gone, and nobody is paid. */
  'fails';

const marked: Partial<Record<CoinCode, Readonly<Record<string, RecipientTrait>>>> = {
  ETH: { '0x0404040404040404040404040404040404040404': 'fails' },
  XRP: { r4NW8MyD7T2Yu71oRVWQQz8ykg3YcpY88: 'fails' },
};

export const findTrait = (coin: CoinCode, address: string): RecipientTrait | undefined =>
  marked[coin]?.[coin === 'ETH' ? address.toLowerCase() : address];
