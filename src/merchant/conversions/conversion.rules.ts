import { multiplyDivide, parseAmount, rescale } from '../../platform/money.ts';
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
} from '../assets/asset.rules.ts';

/** From the customer's side: WITHDRAW buys coins for euros, DEPOSIT sells coins for euros. */
export const transactionTypes = ['DEPOSIT', 'WITHDRAW'] as const;
export type TransactionType = (typeof transactionTypes)[number];

export const quoteLifetimeMs = 60_000;
/** So long a used or expired token is still told apart from one that never was. */
export const quoteRetentionMs = 24 * 60 * 60 * 1000;

/** What is known of a trade before its price: one of the two amounts, in units of a trade. */
export type Wish = { coinUnits: bigint } | { cents: bigint };

export interface TradeAmounts {
  /** In units of a trade: 8 decimals, XRP 6. */
  coinUnits: bigint;
  cents: bigint;
}

/**
 * The other amount, rounded in the provider's favour by less than one unit: who buys pays up and receives down, who
 * sells delivers up and is paid down. Each rounding by itself, so that no sequence of trades can collect the rests.
 */
export function priceTrade(pair: PairCode, type: TransactionType, price: Price, wish: Wish): TradeAmounts {
  const buying = type === 'WITHDRAW';
  // price × units = cents × scale
  const scale = 10n ** BigInt(priceDecimals + tradeDecimalsOf(coinOf(pair)) - euroDecimals);
  return 'coinUnits' in wish
    ? { ...wish, cents: multiplyDivide(wish.coinUnits, price, scale, buying ? 'up' : 'down') }
    : { ...wish, coinUnits: multiplyDivide(wish.cents, scale, price, buying ? 'down' : 'up') };
}

/** Cents for coins in the ledger's unit, rounded down. */
export function valueOf(coin: CoinCode, amountMinor: bigint, price: Price): bigint {
  const scale = 10n ** BigInt(priceDecimals + decimalsOf(coin) - euroDecimals);
  return multiplyDivide(amountMinor, price, scale, 'down');
}

/** From units of a trade to the ledger's. */
export function toLedger(coin: CoinCode, coinUnits: bigint): bigint {
  return rescale(coinUnits, tradeDecimalsOf(coin), decimalsOf(coin), 'down');
}

/** Per coin, in units of a trade. */
export type Bounds = Readonly<Record<CoinCode, bigint>>;

/** `['BTC=0.0001', …]`, every coin once; a sentence where it is not. */
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
