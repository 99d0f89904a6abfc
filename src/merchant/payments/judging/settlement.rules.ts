import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import { priceTrade, toLedger, valueOf } from '../../market/conversions/conversion.rules.ts';
import { mostExact, type Choice, type Payment } from '../facts/payment.rules.ts';

/** Coins of a payment that are sold to the provider, and the credit for them. */
export interface Settlement {
  readonly choice: Choice;
  readonly coinMinor: bigint;
  readonly cents: bigint;
  readonly transactionId: string;
}

type Priced = Pick<Payment, 'euro_amount' | 'tolerance_bps'>;
type Sold = Pick<Settlement, 'coinMinor' | 'cents'>;

/**
 * Returns the credit for coins: their value, at most the requested sum, so that the provider never pays for a
 * shortfall. If the coins exceed the needed amount by more than the tolerance, only that amount is sold and the rest
 * still belongs to the customer. Returns undefined if the coins are worth nothing.
 */
export function sellAt(price: Price, payment: Priced, coin: CoinCode, coinMinor: bigint): Sold | undefined {
  if (coinMinor <= 0n) return undefined;
  const neededMinor = smaller(coinMinor, coinsFor(coin, payment.euro_amount, price));
  const cents = smaller(payment.euro_amount, valueOf(coin, neededMinor, price));
  if (cents === 0n) return undefined;
  const isExact = coinMinor <= mostExact(neededMinor, payment.tolerance_bps);
  return { coinMinor: isExact ? coinMinor : neededMinor, cents };
}

/**
 * Returns the price of all coins of a payment that slow coins complete, including those mined in time. Otherwise a
 * customer who paid nearly everything could watch the price before deciding whether the rest is mined.
 */
export const priceOfSlow = (choice: Pick<Choice, 'price'>, presentPrice: Price): Price =>
  smaller(choice.price, presentPrice);

/** Returns the smallest amount for which a trade gives this many cents. */
const coinsFor = (coin: CoinCode, cents: bigint, price: Price): bigint =>
  toLedger(coin, priceTrade(`${coin}EUR`, 'DEPOSIT', price, { cents }).coinUnits);

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
