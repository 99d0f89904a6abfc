import type { CoinCode } from '../../assets/asset.rules.ts';
import { madeUpCustomers } from '../people/people.rules.ts';
import { createRandom, type Random } from '../people/random.rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const madeUpDays = 42;
/** The money of the sandbox is there before the first customer. */
export const weeksBefore = (endMs: number): number => endMs - (madeUpDays + 1) * dayMs;

/** How a made-up payment ends. */
export type Outcome =
  | 'paid'
  | 'overpaid'
  | 'refunded'
  | 'partly_refunded'
  | 'underpaid'
  | 'underpaid_accepted'
  | 'underpaid_refunded'
  | 'late'
  | 'late_accepted'
  | 'expired'
  /** No coin was ever chosen. */
  | 'abandoned'
  | 'cancelled'
  /** These are open when the weeks end, and end as any other. */
  | 'new'
  | 'pending';

interface Happening {
  readonly atMs: number;
  /** Of the list of made-up customers. */
  readonly customer: number;
}

export interface PaymentStory extends Happening {
  readonly kind: 'payment';
  readonly cents: bigint;
  readonly coin: CoinCode;
  readonly outcome: Outcome;
}

export interface TradeStory extends Happening {
  readonly kind: 'trade';
  readonly type: 'WITHDRAW' | 'DEPOSIT';
  readonly coin: CoinCode;
  readonly cents: bigint;
  /** The trades of a pair take and give the same coins, so that in the end the merchant has as many as before. */
  readonly pair: number;
}

export interface WithdrawalStory extends Happening {
  readonly kind: 'withdrawal';
  readonly coin: CoinCode;
  readonly cents: bigint;
}

export interface DepositStory extends Happening {
  readonly kind: 'deposit';
  readonly coin: CoinCode;
  readonly cents: bigint;
}

export type Story = PaymentStory | TradeStory | WithdrawalStory | DepositStory;

const coinWeights: readonly (readonly [CoinCode, number])[] = [
  ['BTC', 38],
  ['ETH', 25],
  ['LTC', 14],
  ['XRP', 14],
  ['BCH', 9],
];

const outcomeWeights: readonly (readonly [Outcome, number])[] = [
  ['paid', 800],
  ['expired', 62],
  ['abandoned', 50],
  ['overpaid', 22],
  ['partly_refunded', 18],
  ['refunded', 12],
  ['cancelled', 10],
  ['underpaid_accepted', 9],
  ['underpaid_refunded', 7],
  ['late_accepted', 5],
];

/** Sunday first: a shop of the week, not of the weekend. */
const weekday = [0.45, 1, 1.02, 1.06, 1.1, 1.22, 0.66];
/** By the hour in UTC: a morning, a longer evening, hardly a night. */
const hourWeights: readonly (readonly [number, number])[] = [
  1, 0.5, 0.3, 0.2, 0.3, 0.7, 2, 4, 6, 7, 8, 9, 9, 8, 7, 7, 8, 9, 10, 10, 8, 6, 4, 2,
].map((weight, hour) => [hour, weight] as const);

/**
 * The weeks before a moment, as a shop would have had them: growing, weaker at weekends, and ended a little before, so
 * that everything that was begun is done. The same seed and moment give the same weeks.
 */
export function planWeeks(seed: number, endMs: number, coins: readonly CoinCode[]): Story[] {
  const random = createRandom(seed);
  const offered = coinWeights.filter(([coin]) => coins.includes(coin));
  if (offered.length === 0) return [];
  const pickCoin = (): CoinCode => random.weigh(offered);
  const firstDay = Math.floor(endMs / dayMs) - madeUpDays;
  const stories: Story[] = [];
  for (let day = 0; day <= madeUpDays; day++) {
    const startMs = (firstDay + day) * dayMs;
    const growth = 0.65 + (0.8 * day) / madeUpDays;
    const weight = (weekday[new Date(startMs).getUTCDay()] ?? 1) * growth * (0.8 + 0.4 * random.next());
    for (let number = Math.round(20 * weight); number > 0; number--) {
      stories.push(planPayment(random, momentOf(random, startMs), pickCoin()));
    }
    if (random.next() < 0.6) stories.push(plan('withdrawal', random, startMs, pickCoin(), 2_000, 90_000));
    if (random.next() < 0.75) stories.push(plan('deposit', random, startMs, pickCoin(), 1_500, 60_000));
  }
  for (let pair = 0; pair < 14; pair++) {
    stories.push(...planTrades(random, pair, pickCoin(), (firstDay + 1 + pair * 2.7) * dayMs));
  }
  const done = stories.filter(({ atMs }) => atMs < endMs - 6 * hourMs);
  return [...done, ...planOpen(random, endMs, pickCoin)].toSorted((one, other) => one.atMs - other.atMs);
}

const momentOf = (random: Random, dayStartMs: number): number =>
  dayStartMs + random.weigh(hourWeights) * hourMs + random.between(0, hourMs - 1);

const pickCustomer = (random: Random): number =>
  // The square favours the first: regulars, and people who came once.
  Math.floor(random.next() ** 2 * madeUpCustomers.length);

/** Most are small; a few are large enough to need more confirmations. None is below what every coin is offered for. */
function amountOf(random: Random): bigint {
  if (random.next() < 0.015) return BigInt(random.between(110_000, 480_000));
  const euros = Math.exp(2.9 + 1.05 * (random.next() + random.next() + random.next() - 1.5) * 1.4);
  return BigInt(Math.max(1_150, Math.round(euros * 100) - (random.next() < 0.4 ? 1 : 0)));
}

const planPayment = (random: Random, atMs: number, coin: CoinCode): PaymentStory => ({
  kind: 'payment',
  atMs,
  customer: pickCustomer(random),
  cents: amountOf(random),
  coin,
  outcome: random.weigh(outcomeWeights),
});

const plan = <Kind extends 'withdrawal' | 'deposit'>(
  kind: Kind,
  random: Random,
  dayStartMs: number,
  coin: CoinCode,
  leastCents: number,
  mostCents: number,
) => ({
  kind,
  atMs: momentOf(random, dayStartMs),
  customer: pickCustomer(random),
  coin,
  cents: BigInt(random.between(leastCents, mostCents)),
});

function planTrades(random: Random, pair: number, coin: CoinCode, dayMsOfPair: number): TradeStory[] {
  const trade = { kind: 'trade', customer: pickCustomer(random), coin, pair } as const;
  const cents = BigInt(random.between(20_000, 400_000));
  const boughtAt = Math.floor(dayMsOfPair) + random.between(8 * hourMs, 12 * hourMs);
  const soldAt = boughtAt + random.between(2 * hourMs, 30 * hourMs);
  return [
    { ...trade, type: 'WITHDRAW', cents, atMs: boughtAt },
    { ...trade, type: 'DEPOSIT', cents, atMs: soldAt },
  ];
}

/** What waits for somebody when the weeks end. */
function planOpen(random: Random, endMs: number, pickCoin: () => CoinCode): PaymentStory[] {
  const open = (outcome: Outcome, agoMs: number): PaymentStory => ({
    ...planPayment(random, endMs - agoMs, pickCoin()),
    cents: BigInt(random.between(1_500, 9_000)),
    outcome,
  });
  return [
    open('underpaid', 9 * dayMs),
    open('late', 5 * dayMs + 3 * hourMs),
    open('underpaid', 2 * dayMs + 7 * hourMs),
    open('underpaid', 20 * hourMs),
    open('late', 11 * hourMs),
    open('new', 21 * minuteMs),
    open('new', 8 * minuteMs),
    open('pending', 5 * minuteMs),
    open('pending', 3 * minuteMs),
  ];
}
