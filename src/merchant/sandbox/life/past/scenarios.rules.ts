import type { CoinCode } from '../../../assets/asset.rules.ts';
import type { CustomerDetails } from '../../../customers/customer.rules.ts';
import type { PaymentException } from '../../../payments/facts/payment.rules.ts';
import { createRandom, type Random } from '../random.rules.ts';
import { madeUpCustomers } from '../shop.rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const madeUpDays = 42;
/** Returns the time of the sandbox's initial balances, which is before the first customer. */
export const weeksBefore = (endMs: number): number => endMs - (madeUpDays + 1) * dayMs;

/** Course of a made-up payment. */
export interface PaymentScenario {
  readonly name: string;
  /** Weight among the payments of a day. */
  readonly share?: number;
  /** Minutes before the end of the weeks. Each creates one payment that is still open at the end. */
  readonly minutesAgo?: readonly number[];
  readonly choosesCoin: boolean;
  /** Event that ends the payment if nothing is sent. Without it the payment stays open. */
  readonly end?: 'payment.expired' | 'payment.cancelled';
  /** Range of the amount that the customer sends, in thousandths of the amount due. */
  readonly sends?: readonly [number, number];
  readonly exception?: PaymentException;
  /** Screening holds the coins until staff decide. */
  readonly isHeld?: true;
  /** The merchant's later action. */
  readonly verdict?: 'accept' | 'refund' | 'refund part';
}

const exact = { choosesCoin: true, sends: [1000, 1000] } as const;
const over = { choosesCoin: true, sends: [1050, 1350], exception: 'OVERPAID' } as const;
const under = { choosesCoin: true, sends: [550, 900], exception: 'UNDERPAID' } as const;
const late = { ...exact, exception: 'LATE' } as const;

export const paymentScenarios: readonly PaymentScenario[] = [
  { name: 'paid', share: 800, ...exact },
  { name: 'expired', share: 62, choosesCoin: true, end: 'payment.expired' },
  { name: 'abandoned', share: 50, choosesCoin: false, end: 'payment.expired' },
  { name: 'overpaid', share: 22, ...over },
  { name: 'partly refunded', share: 18, ...exact, verdict: 'refund part' },
  { name: 'refunded', share: 12, ...exact, verdict: 'refund' },
  { name: 'cancelled', share: 10, choosesCoin: false, end: 'payment.cancelled' },
  { name: 'underpaid, accepted', share: 9, ...under, verdict: 'accept' },
  { name: 'underpaid, refunded', share: 7, ...under, verdict: 'refund' },
  { name: 'late, accepted', share: 8, ...late, verdict: 'accept' },
  { name: 'underpaid', minutesAgo: [9 * 1440, 55 * 60, 20 * 60], ...under },
  { name: 'late', minutesAgo: [123 * 60, 11 * 60], ...late },
  { name: 'held', minutesAgo: [26 * 60, 190], ...exact, isHeld: true },
  { name: 'new', minutesAgo: [21, 8], choosesCoin: false },
  { name: 'pending', minutesAgo: [5, 3], choosesCoin: true },
];

const orderScenarios = [
  { kind: 'withdrawal', perDay: 0.6, cents: [2_000, 90_000] },
  { kind: 'deposit', perDay: 0.75, cents: [1_500, 60_000] },
  { kind: 'trade', perDay: 0.35, cents: [20_000, 400_000] },
] as const;

/** Withdrawals that wait for an approval by staff: minutes before the end of the weeks, and cents. */
const waitingWithdrawals = [
  [31 * 60, 240_000],
  [4 * 60, 85_000],
  [40, 130_000],
] as const;

interface StoryBase {
  readonly atMs: number;
  /** Time at which the merchant accepts, refunds, or sells the coins of a trade. */
  readonly decidedMs: number;
  readonly customer: CustomerDetails;
  readonly coin: CoinCode;
  readonly cents: bigint;
}

export interface PaymentStory extends StoryBase {
  readonly kind: 'payment';
  readonly scenario: PaymentScenario;
}

export interface OrderStory extends StoryBase {
  readonly kind: (typeof orderScenarios)[number]['kind'] | 'waiting';
}

export type Story = PaymentStory | OrderStory;

const coinWeights: readonly (readonly [CoinCode, number])[] = [
  ['BTC', 38],
  ['ETH', 25],
  ['LTC', 14],
  ['XRP', 14],
  ['BCH', 9],
];
/** From Sunday to Saturday. */
const weekdayWeights = [0.45, 1, 1.02, 1.06, 1.1, 1.22, 0.66];
/** By hour in UTC. */
const hourWeights = [1, 0.5, 0.3, 0.2, 0.3, 0.7, 2, 4, 6, 7, 8, 9, 9, 8, 7, 7, 8, 9, 10, 10, 8, 6, 4, 2].map(
  (weight, hour) => [hour, weight] as const,
);
const shares = paymentScenarios.map((scenario) => [scenario, scenario.share ?? 0] as const);

/**
 * Plans the weeks of a growing shop with lower sales at weekends, sorted by the time of the merchant's decision. The
 * same seed and end give the same weeks. Stories end six hours early, so that each of them is complete.
 */
export function planWeeks(seed: number, endMs: number, coins: readonly CoinCode[]): Story[] {
  const random = createRandom(seed);
  const offered = coinWeights.filter(([coin]) => coins.includes(coin));
  if (offered.length === 0) return [];
  const plan = (atMs: number, [least, most]: readonly [number, number]): StoryBase => ({
    atMs,
    decidedMs: atMs + random.between(95 * minuteMs, 300 * minuteMs),
    // The square favours the first customers, who become regulars.
    customer: madeUpCustomers[Math.floor(random.next() ** 2 * madeUpCustomers.length)] as CustomerDetails,
    coin: random.pickByWeight(offered),
    cents: BigInt(random.between(least, most)),
  });
  const stories: Story[] = [];
  const firstDay = Math.floor(endMs / dayMs) - madeUpDays;
  for (let day = 0; day <= madeUpDays; day++) {
    const startMs = (firstDay + day) * dayMs;
    const pickMoment = (): number =>
      startMs + random.pickByWeight(hourWeights) * hourMs + random.between(0, hourMs - 1);
    const weight = (weekdayWeights[new Date(startMs).getUTCDay()] ?? 1) * (0.65 + (0.8 * day) / madeUpDays);
    for (let left = Math.round(20 * weight * (0.8 + 0.4 * random.next())); left > 0; left--) {
      const cents = amountOf(random);
      stories.push({
        kind: 'payment',
        scenario: random.pickByWeight(shares),
        ...plan(pickMoment(), [cents, cents]),
      });
    }
    for (const { kind, perDay, cents } of orderScenarios) {
      if (random.next() < perDay) stories.push({ kind, ...plan(pickMoment(), cents) });
    }
  }
  const done = stories.filter(({ atMs }) => atMs < endMs - 6 * hourMs);
  const open = paymentScenarios.flatMap((scenario) =>
    (scenario.minutesAgo ?? []).map((minutes) => {
      const base = plan(endMs - minutes * minuteMs, [1_500, 9_000]);
      return { kind: 'payment', scenario, ...base } as const;
    }),
  );
  const waiting = waitingWithdrawals.map(([minutes, cents]): OrderStory => {
    const base = plan(endMs - minutes * minuteMs, [cents, cents]);
    return { kind: 'waiting', ...base, decidedMs: base.atMs };
  });
  return [...done, ...open, ...waiting].toSorted((one, other) => one.decidedMs - other.decidedMs);
}

/**
 * Returns an amount in cents. Most are small, a few need more confirmations, and none is below the minimum of a coin.
 */
function amountOf(random: Random): number {
  if (random.next() < 0.015) return random.between(110_000, 480_000);
  const euros = Math.exp(2.9 + 1.47 * (random.next() + random.next() + random.next() - 1.5));
  return Math.max(1_150, Math.round(euros * 100) - (random.next() < 0.4 ? 1 : 0));
}
