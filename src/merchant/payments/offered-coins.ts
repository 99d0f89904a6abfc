import { invalidField, ProblemError } from '../../platform/problem.ts';
import type { CoinCode, Price } from '../assets/asset.rules.ts';
import { priceTrade } from '../market/conversions/conversion.rules.ts';
import { findBoundsFault } from '../market/conversions/trade-bounds.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

type OfferContext = Pick<MerchantContext, 'settings' | 'chains' | 'rates'>;

/**
 * Returns the coins offered for a sum. Coins without a current price are included, because a price may arrive in time.
 */
export function offeredCoins(context: OfferContext, cents: bigint): CoinCode[] {
  return context.chains.codes.filter((coin) => {
    const price = findPrice(context, coin);
    if (price === undefined) return true;
    return findBoundsFault(context.settings, coin, unitsFor(coin, price, cents)) === undefined;
  });
}

/**
 * Returns the amount due in units of a trade. Throws a problem with status 400 if it is outside the bounds of the coin.
 */
export function priceInCoins(context: OfferContext, coin: CoinCode, price: Price, cents: bigint): bigint {
  const coinUnits = unitsFor(coin, price, cents);
  const fault = findBoundsFault(context.settings, coin, coinUnits);
  if (fault) {
    throw invalidField('cryptocurrency_code', fault.code, merchantWords.coinNotOffered, { fault });
  }
  return coinUnits;
}

/** Returns about how many coins the sum is worth now, in units of a trade; undefined without a current price. */
export function estimateCoins(context: OfferContext, coin: CoinCode, cents: bigint): bigint | undefined {
  const price = findPrice(context, coin);
  return price === undefined ? undefined : unitsFor(coin, price, cents);
}

const unitsFor = (coin: CoinCode, price: Price, cents: bigint): bigint =>
  priceTrade(`${coin}EUR`, 'DEPOSIT', price, { cents }).coinUnits;

function findPrice({ rates }: OfferContext, coin: CoinCode): Price | undefined {
  try {
    return rates.bestForDeposit(`${coin}EUR`);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}
