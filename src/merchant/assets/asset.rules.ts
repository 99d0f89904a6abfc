import { formatAmount } from '../../platform/money.ts';

interface Coin {
  readonly name: string;
  /** Decimals of the ledger's smallest unit. */
  readonly decimals: number;
  /** Decimals of a quote. */
  readonly tradeDecimals: number;
  /** Whether many recipients share an address and a numeric tag identifies one. */
  readonly hasTags: boolean;
  /** Whether a transaction has a last block, after which it is signed again. For other coins the fee is raised. */
  readonly expires: boolean;
}

const usual = { decimals: 8, tradeDecimals: 8, hasTags: false, expires: false };

/** Coins that can be held and traded, with their names and properties. */
export const coins = {
  BTC: { ...usual, name: 'Bitcoin' },
  BCH: { ...usual, name: 'Bitcoin Cash' },
  LTC: { ...usual, name: 'Litecoin' },
  ETH: { ...usual, name: 'Ether', decimals: 18 },
  XRP: { name: 'XRP', decimals: 6, tradeDecimals: 6, hasTags: true, expires: true },
} as const satisfies Record<string, Coin>;

export type CoinCode = keyof typeof coins;
export const coinCodes = Object.keys(coins) as CoinCode[];

export type AssetCode = CoinCode | 'EUR';
export const assetCodes: readonly AssetCode[] = ['EUR', ...coinCodes];

export const euroDecimals = 2;

export function decimalsOf(asset: AssetCode): number {
  return asset === 'EUR' ? euroDecimals : coins[asset].decimals;
}

export function tradeDecimalsOf(asset: AssetCode): number {
  return asset === 'EUR' ? euroDecimals : coins[asset].tradeDecimals;
}

/** Formats all decimals of a trade, and further decimals only if they are not zero. */
export function formatAsset(asset: AssetCode, minor: bigint): string {
  const text = formatAmount(minor, decimalsOf(asset));
  const beyond = decimalsOf(asset) - tradeDecimalsOf(asset);
  let end = text.length;
  while (end > text.length - beyond && text[end - 1] === '0') end--;
  return text.slice(0, end);
}

export type PairCode = `${CoinCode}EUR`;
export const pairCodes = coinCodes.map((coin): PairCode => `${coin}EUR`);

export function coinOf(pair: PairCode): CoinCode {
  return pair.slice(0, 3) as CoinCode;
}

export function findPair(text: string): PairCode | undefined {
  return pairCodes.find((pair) => pair === text);
}

export function findAsset(text: string): AssetCode | undefined {
  return assetCodes.find((asset) => asset === text);
}

export function findCoin(text: string): CoinCode | undefined {
  return coinCodes.find((coin) => coin === text);
}

/** Decimals of prices, which are integers of euros per whole coin. */
export const priceDecimals = 8;
export type Price = bigint;
