import type { CoinCode } from '../../assets/asset.rules.ts';
import type { RecipientTraits } from '../chain.ts';

/**
 * Accounts of the simulated networks that behave as some do out there, so that each way can be tried. Each was made of
 * twenty equal bytes: nobody has the key of any.
 */
type RecipientTrait =
  /** Does not exist until it is given its reserve. */
  | 'unfunded'
  | 'demands tag'
  | 'refuses'
  /** Takes what it is asked about, and then does not take the payment: the fee is gone, and nobody is paid. */
  | 'fails';

const marked: Partial<Record<CoinCode, Readonly<Record<string, RecipientTrait>>>> = {
  ETH: { '0x0404040404040404040404040404040404040404': 'fails' },
  XRP: {
    raJ1Aqkhf19P7cyUc33MMVAzgvHPvtNFC: 'unfunded',
    rBcktgVfNjHmxNAQDEE66ztz4qZkdngdm: 'demands tag',
    rGvdqXNwMbSwRiubF4PhhVqzhkiaTDPgU: 'refuses',
    r4NW8MyD7T2Yu71oRVWQQz8ykg3YcpY88: 'fails',
  },
};

/** What an account has to be given first: 10 XRP, so that a small withdrawal shows it. */
const reserveMinor = 10_000_000n;

export function describeRecipient(coin: CoinCode, address: string): RecipientTraits {
  switch (findTrait(coin, address)) {
    case 'unfunded':
      return { leastMinor: reserveMinor };
    case 'demands tag':
      return { demandsTag: true };
    case 'refuses':
      return { refusesAll: true };
    default:
      return {};
  }
}

export const findTrait = (coin: CoinCode, address: string): RecipientTrait | undefined =>
  marked[coin]?.[coin === 'ETH' ? address.toLowerCase() : address];
