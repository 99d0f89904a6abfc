import { invalidField, ProblemError } from '../../platform/problem.ts';
import type { CoinCode, Price } from '../assets/asset.rules.ts';
import { priceTrade } from '../conversions/conversion.rules.ts';
import { findBoundsFault } from '../conversions/trade-bounds.ts';
import type { MerchantContext } from '../merchant.context.ts';

type OfferContext = Pick<MerchantContext, 'settings' | 'chains' | 'rates'>;

/** The coins that a payment of so much can be made with now. One without a price is offered: it may have one again. */
export function offeredCoins(context: OfferContext, cents: bigint): CoinCode[] {
  return context.chains.codes.filter((coin) => {
    const price = findPrice(context, coin);
    if (price === undefined) return true;
    return findBoundsFault(context.settings, coin, unitsFor(coin, price, cents)) === undefined;
  });
}

/** Units of a trade that are due for a payment; 400 where they are out of the bounds of their coin. */
export function priceInCoins(context: OfferContext, coin: CoinCode, price: Price, cents: bigint): bigint {
  const coinUnits = unitsFor(coin, price, cents);
  const fault = findBoundsFault(context.settings, coin, coinUnits);
  if (fault) {
    const message = `is not offered for this amount, which ${fault.message}`;
    throw invalidField('cryptocurrency_code', fault.code, message);
  }
  return coinUnits;
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
