import type { CoinCode } from '../../../assets/asset.rules.ts';
import type { CustomerDetails } from '../../../customers/customer.rules.ts';
import type { Random } from '../random.rules.ts';
import { goods, madeUpCustomers, madeUpPrefix } from '../shop.rules.ts';

/** Prefix of references of payments that customers make while the sandbox runs. */
export const visitPrefix = `${madeUpPrefix}live-`;

export interface Visit {
  readonly customer: CustomerDetails;
  readonly euros: string;
  readonly goods: string;
  readonly coin: CoinCode | undefined;
  /** Amount that the customer sends, in thousandths of the amount due. */
  readonly share: bigint;
}

const shares: readonly (readonly [bigint, number])[] = [
  [1000n, 84],
  [0n, 8],
  [650n, 5],
  [1150n, 3],
];

export function planVisit(random: Random, coins: readonly CoinCode[]): Visit {
  const coin = random.next() < 0.05 ? undefined : random.pick(coins);
  // Small amounts, so that a day of visits is like a day of the weeks. BTC has a higher minimum.
  const cents = coin === 'BTC' ? random.between(900, 1_500) : random.between(330, 880);
  return {
    customer: random.pick(madeUpCustomers),
    euros: (cents / 100).toFixed(2),
    goods: random.pick(goods),
    coin,
    share: coin === undefined ? 0n : random.pickByWeight(shares),
  };
}

/**
 * Visits are about a minute apart for half an hour and rarer afterwards, so that a sandbox does not grow without end.
 */
export const pauseAfterVisit = (random: Random, visits: number): number =>
  visits < 30 ? random.between(45_000, 75_000) : random.between(240_000, 360_000);

/** Returns the time from the choice of a coin to the customer's transaction. */
export const pauseBeforePaying = (random: Random): number => random.between(6_000, 20_000);
