import type { CoinCode } from '../../assets/asset.rules.ts';
import { madeUpCustomers, madeUpPrefix, pickGoods } from '../people/people.rules.ts';
import type { Random } from '../people/random.rules.ts';

/** What the references of payments begin with that are made while the sandbox runs. */
export const visitPrefix = `${madeUpPrefix}live-`;

/** Thousandths of what is due that a customer sends, or nothing; without a coin nobody knows where to. */
export interface Visit {
  readonly customer: (typeof madeUpCustomers)[number];
  readonly euros: string;
  readonly goods: string;
  readonly coin: CoinCode | undefined;
  readonly share: bigint;
}

/** Small, so that a day of them weighs no more than a day of the weeks before; BTC is not offered for less. */
const eurosOf = (random: Random, coin: CoinCode | undefined): string =>
  (random.between(coin === 'BTC' ? 900 : 330, coin === 'BTC' ? 1_500 : 880) / 100).toFixed(2);

const shares: readonly (readonly [bigint, number])[] = [
  [1000n, 84],
  [0n, 8],
  [650n, 5],
  [1150n, 3],
];

export function planVisit(random: Random, coins: readonly CoinCode[]): Visit {
  const coin = random.next() < 0.05 ? undefined : random.pick(coins);
  return {
    customer: random.pick(madeUpCustomers),
    euros: eurosOf(random, coin),
    goods: pickGoods(random),
    coin,
    share: coin === undefined ? 0n : random.weigh(shares),
  };
}

/** About one a minute while somebody may be looking at a new sandbox, and then seldom: it does not grow without end. */
export const pauseAfterVisit = (random: Random, visits: number): number =>
  visits < 30 ? random.between(45_000, 75_000) : random.between(240_000, 360_000);

/** From the choice of a coin to the customer's transaction. */
export const pauseBeforePaying = (random: Random): number => random.between(6_000, 20_000);
