import { multiplyDivide, parseAmount, rescale } from '../../../platform/money.ts';
import {
  coinCodes,
  coinOf,
  decimalsOf,
  euroDecimals,
  priceDecimals,
  tradeDecimalsOf,
  type CoinCode,
  type PairCode,
  type Price,
} from '../../assets/asset.rules.ts';

/** From the customer's side: WITHDRAW buys coins for euros, DEPOSIT sells coins for euros. */
export const transactionTypes = ['DEPOSIT', 'WITHDRAW'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const quoteLifetimeMs = 60_000;
/** How long a used or expired token is still distinguished from an unknown one. */
export const quoteRetentionMs = 24 * 60 * 60 * 1000;

/** The requested one of the two amounts, in trade units. */
export type TradeAmount = { coinUnits: bigint } | { cents: bigint };

export interface TradeAmounts {
  /** In trade units: 8 decimals, XRP 6. */
  coinUnits: bigint;
  cents: bigint;
}

/**
 * Computes the other amount, rounded in the provider's favour by less than one unit: a buyer pays rounded up or
 * receives rounded down, a seller delivers rounded up or is paid rounded down. Each trade is rounded by itself, so that
 * no sequence of trades can collect the remainders.
 */
export function priceTrade(
  pair: PairCode,
  type: TransactionType,
  price: Price,
  tradeAmount: TradeAmount,
): TradeAmounts {
  const buying = type === 'WITHDRAW';
  // price × units = cents × scale
  const scale = 10n ** BigInt(priceDecimals + tradeDecimalsOf(coinOf(pair)) - euroDecimals);
  return 'coinUnits' in tradeAmount
    ? { ...tradeAmount, cents: multiplyDivide(tradeAmount.coinUnits, price, scale, buying ? 'up' : 'down') }
    : { ...tradeAmount, coinUnits: multiplyDivide(tradeAmount.cents, scale, price, buying ? 'down' : 'up') };
}

/** Returns the value of coins (in minor units) in cents, rounded down. */
export function valueOf(coin: CoinCode, amountMinor: bigint, price: Price): bigint {
  const scale = 10n ** BigInt(priceDecimals + decimalsOf(coin) - euroDecimals);
  return multiplyDivide(amountMinor, price, scale, 'down');
}

export function toLedger(coin: CoinCode, coinUnits: bigint): bigint {
  return rescale(coinUnits, tradeDecimalsOf(coin), decimalsOf(coin), 'down');
}

/** Amount for each coin, in trade units. */
export type Bounds = Readonly<Record<CoinCode, bigint>>;

/** Parses items such as `BTC=0.0001`, each coin once. Returns a message if they are invalid. */
export function parseBounds(items: readonly string[]): Bounds | string {
  const bounds = new Map<string, bigint>();
  for (const item of items) {
    const [code = '', amount = ''] = item.split('=', 2);
    const coin = coinCodes.find((candidate) => candidate === code);
    if (!coin) return `names ${code}, which is no coin`;
    const parsed = parseAmount(amount, tradeDecimalsOf(coin));
    if ('error' in parsed || parsed.minor === 0n) return `says ${item}, which is no amount of ${coin}`;
    bounds.set(coin, parsed.minor);
  }
  const missing = coinCodes.find((coin) => !bounds.has(coin));
  return missing ? `says nothing of ${missing}` : (Object.fromEntries(bounds) as Bounds);
}
