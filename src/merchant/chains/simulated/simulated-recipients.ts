import type { CoinCode } from '../../assets/asset.rules.ts';
import type { RecipientTraits } from '../chain.ts';

/**
 * Accounts of the simulated networks that behave like special accounts of real networks, for tests by integrators. Each
 * address consists of twenty equal bytes, so there is no key for it.
 */
type RecipientTrait =
  /** Does not exist until it receives its reserve. */
  | 'unfunded'
  | 'demands tag'
  | 'refuses'
  /** Accepts the estimate but rejects the payment: the fee is spent, and no recipient is paid. */
  | 'fails'
  /** A contract that accepts coins only with more gas than a plain transfer. */
  | 'runs code';

/** The account from which simulated customers pay XRP. Its address consists of twenty equal bytes, too. */
export const customerAccount = 'rFmuWZgVh8JVH25oTf9wBVXxUGYLFUCi5';

const marked: Partial<Record<CoinCode, Readonly<Record<string, RecipientTrait>>>> = {
  ETH: {
    '0x0404040404040404040404040404040404040404': 'fails',
    '0x0505050505050505050505050505050505050505': 'runs code',
  },
  XRP: {
    raJ1Aqkhf19P7cyUc33MMVAzgvHPvtNFC: 'unfunded',
    rBcktgVfNjHmxNAQDEE66ztz4qZkdngdm: 'demands tag',
    rGvdqXNwMbSwRiubF4PhhVqzhkiaTDPgU: 'refuses',
    r4NW8MyD7T2Yu71oRVWQQz8ykg3YcpY88: 'fails',
  },
};

/** First amount that an account has to receive: 10 XRP, so that a small withdrawal fails on it. */
const reserveMinor = 10_000_000n;

/** Gas, nearly twenty times that of a plain transfer. */
const contractWeight = 400_000;

export function describeRecipient(coin: CoinCode, address: string): RecipientTraits {
  switch (findTrait(coin, address)) {
    case 'unfunded':
      return { leastMinor: reserveMinor };
    case 'demands tag':
      return { demandsTag: true };
    case 'refuses':
      return { refusesAll: true };
    case 'runs code':
      return { weight: contractWeight };
    default:
      return {};
  }
}

export const findTrait = (coin: CoinCode, address: string): RecipientTrait | undefined =>
  marked[coin]?.[coin === 'ETH' ? address.toLowerCase() : address];
