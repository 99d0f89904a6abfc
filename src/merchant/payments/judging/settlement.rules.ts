import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import { priceTrade, toLedger, valueOf } from '../../conversions/conversion.rules.ts';
import { mostExact, type Choice, type Payment } from '../facts/payment.rules.ts';

/** Coins of a payment that are sold to the provider, and what the merchant gets for them. */
export interface Settlement {
  readonly choice: Choice;
  readonly coinMinor: bigint;
  readonly cents: bigint;
  readonly transactionId: string;
}

type Priced = Pick<Payment, 'euro_amount' | 'tolerance_bps'>;
type Sold = Pick<Settlement, 'coinMinor' | 'cents'>;

/**
 * What the merchant gets for coins: what they are worth, and never more than was asked for. So the provider pays for
 * nobody's shortfall. Where they are more than the tolerance above what is needed, only that is sold, and the rest stays
 * the customer's. Nothing where they are worth nothing.
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
 * The price of a payment that slow coins complete, for all of its coins, also those that were in a block in time: whoever
 * has paid all but a little could otherwise decide by the price whether the rest is ever mined.
 */
export const priceOfSlow = (choice: Pick<Choice, 'price'>, presentPrice: Price): Price =>
  smaller(choice.price, presentPrice);

/** As few as a trade gives so many cents for. */
const coinsFor = (coin: CoinCode, cents: bigint, price: Price): bigint =>
  toLedger(coin, priceTrade(`${coin}EUR`, 'DEPOSIT', price, { cents }).coinUnits);

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
