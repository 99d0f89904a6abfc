import type { CoinCode, Price } from '../../assets/asset.rules.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { priceTrade, toLedger, valueOf } from '../../conversions/conversion.rules.ts';
import { isAtLockedPrice, mostExact, sumOf, type Choice, type Payment } from '../facts/payment.rules.ts';

/** Coins of a payment that are sold to the provider, and what the merchant gets for them. */
export interface Settlement {
  readonly choice: Choice;
  readonly coinMinor: bigint;
  readonly cents: bigint;
  readonly transactionId: string;
}

/** Coins that count, each part at its price. */
interface Lot {
  readonly coinMinor: bigint;
  readonly price: Price;
}

type Priced = Pick<Payment, 'euro_amount' | 'tolerance_bps'>;
type Sold = Pick<Settlement, 'coinMinor' | 'cents'>;

/**
 * What the merchant gets for coins: what they are worth, and never more than was asked for. So the provider pays for
 * nobody's shortfall. Where they are more than the tolerance above what is needed, only that is sold, and the rest stays
 * the customer's. Nothing where they are worth nothing.
 */
function sell(payment: Priced, coin: CoinCode, lots: readonly Lot[]): Sold | undefined {
  let neededMinor = 0n;
  let missingCents = payment.euro_amount;
  for (const { coinMinor, price } of lots) {
    const taken = smaller(coinMinor, coinsFor(coin, missingCents, price));
    neededMinor += taken;
    missingCents -= smaller(missingCents, valueOf(coin, taken, price));
  }
  const allMinor = lots.reduce((sum, lot) => sum + lot.coinMinor, 0n);
  const cents = payment.euro_amount - missingCents;
  if (cents === 0n) return undefined;
  const isExact = missingCents > 0n || allMinor <= mostExact(neededMinor, payment.tolerance_bps);
  return { coinMinor: isExact ? allMinor : neededMinor, cents };
}

/** Of coins that came in time: at the promised price, the slow ones at the present one where that is lower. */
export function settleOnTime(
  payment: Priced,
  choice: Choice,
  receipts: readonly Receipt[],
  takenMinor: bigint,
  presentPrice: () => Price,
): Sold | undefined {
  const slow = receipts.filter((receipt) => !isAtLockedPrice(choice, receipt));
  const slowMinor = sumOf(slow);
  const lockedMinor = sumOf(receipts) - slowMinor - takenMinor;
  const lots: Lot[] = [];
  if (lockedMinor > 0n) lots.push({ coinMinor: lockedMinor, price: choice.price });
  const leftMinor = lockedMinor < 0n ? slowMinor + lockedMinor : slowMinor;
  if (leftMinor > 0n) lots.push({ coinMinor: leftMinor, price: smaller(choice.price, presentPrice()) });
  return sell(payment, choice.coin, lots);
}

/** Of coins whose promised price has ended. */
export const settleAtPresent = (
  payment: Priced,
  { coin }: Choice,
  coinMinor: bigint,
  price: Price,
): Sold | undefined => sell(payment, coin, [{ coinMinor, price }]);

/** As few as a trade gives so many cents for. */
const coinsFor = (coin: CoinCode, cents: bigint, price: Price): bigint =>
  toLedger(coin, priceTrade(`${coin}EUR`, 'DEPOSIT', price, { cents }).coinUnits);

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
