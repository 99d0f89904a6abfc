import { lateAfterMs } from '../staff-chains/chain-standing.rules.ts';

/** A figure as `/metrics` has it. */
export interface Figure {
  readonly name: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** What is not a figure of `/metrics`, and wants somebody all the same. */
export interface Waiting {
  /** Credits and debits that wait for a second person. */
  readonly adjustments: number;
  /** Ceilings that do. */
  readonly ceilings: number;
  /** Coins of the wallets that are off: their chains are meant to stand still. */
  readonly coinsOff: ReadonlySet<string>;
  /** What a usual day pays out, in whole coins. */
  readonly dailyPayouts: ReadonlyMap<string, number>;
  /** PSPs whose webhooks have failed at least once and wait. */
  readonly failingWebhooks: number;
}

export type AlertKind =
  | 'chain_stopped'
  | 'chain_late'
  | 'chain_reviews'
  | 'no_price'
  | 'payout_troubled'
  | 'payout_stuck'
  | 'payout_old'
  | 'payout_approval'
  | 'payout_frozen'
  | 'wallet_low'
  | 'screening_held'
  | 'payment_reversed'
  | 'payment_lost_coins'
  | 'payment_stray_coins'
  | 'payment_coins_after_end'
  | 'payment_unresolved'
  | 'adjustment_waits'
  | 'ceiling_waits'
  | 'webhooks_late'
  | 'webhooks_failing'
  | 'jobs_failing'
  | 'event_loop';

export interface Alert {
  readonly kind: AlertKind;
  /** Something was lost or stands still, or somebody should have a look. */
  readonly tone: 'bad' | 'warn';
  /** A coin, where it is about one. */
  readonly coin: string;
  readonly count: number;
}

interface Rule {
  readonly kind: AlertKind;
  readonly figure: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly tone: Alert['tone'];
  /** Whether a figure is one to tell of. */
  readonly isWrong: (value: number, figure: Figure, waiting: Waiting) => boolean;
}

const above = (limit: number) => (value: number) => value > limit;
const hourSeconds = 3600;

/** The figures of docs/operations.md, Monitoring, as far as one look can tell: what has to be watched over time is Prometheus's. */
const rules: readonly Rule[] = [
  { kind: 'chain_stopped', figure: 'chain_stopped', tone: 'bad', isWrong: above(0) },
  {
    kind: 'chain_late',
    figure: 'chain_age_seconds',
    tone: 'bad',
    isWrong: (seconds, { labels }, { coinsOff }) =>
      seconds * 1000 > lateAfterMs && !coinsOff.has(String(labels['coin'])),
  },
  { kind: 'no_price', figure: 'rate_books_used', tone: 'bad', isWrong: (books) => books === 0 },
  { kind: 'payout_troubled', figure: 'payouts_troubled', tone: 'bad', isWrong: above(0) },
  {
    kind: 'payment_lost_coins',
    figure: 'payment_alerts',
    labels: { kind: 'lost_coins' },
    tone: 'bad',
    isWrong: above(0),
  },
  {
    kind: 'payment_reversed',
    figure: 'payment_alerts',
    labels: { kind: 'reversed' },
    tone: 'bad',
    isWrong: above(0),
  },
  { kind: 'webhooks_late', figure: 'webhook_oldest_due_seconds', tone: 'bad', isWrong: above(300) },
  {
    kind: 'wallet_low',
    figure: 'wallet_balance',
    tone: 'warn',
    isWrong: (balance, { labels }, { dailyPayouts }) =>
      balance < (dailyPayouts.get(String(labels['coin'])) ?? 0),
  },
  {
    kind: 'payout_approval',
    figure: 'payouts_held',
    labels: { hold: 'approval' },
    tone: 'warn',
    isWrong: above(0),
  },
  { kind: 'payout_stuck', figure: 'payouts_stuck', tone: 'warn', isWrong: above(0) },
  { kind: 'payout_old', figure: 'payouts_oldest_seconds', tone: 'warn', isWrong: above(hourSeconds) },
  { kind: 'payout_frozen', figure: 'payouts_frozen', tone: 'warn', isWrong: above(0) },
  {
    kind: 'screening_held',
    figure: 'screenings_held',
    labels: { status: 'review' },
    tone: 'warn',
    isWrong: above(0),
  },
  {
    kind: 'payment_stray_coins',
    figure: 'payment_alerts',
    labels: { kind: 'stray_coins' },
    tone: 'warn',
    isWrong: above(0),
  },
  {
    kind: 'payment_coins_after_end',
    figure: 'payment_alerts',
    labels: { kind: 'coins_after_end' },
    tone: 'warn',
    isWrong: above(0),
  },
  {
    kind: 'payment_unresolved',
    figure: 'payment_alerts',
    labels: { kind: 'unresolved' },
    tone: 'warn',
    isWrong: above(0),
  },
  { kind: 'chain_reviews', figure: 'chain_reviews_waiting', tone: 'warn', isWrong: above(100) },
  {
    kind: 'jobs_failing',
    figure: 'jobs_waiting',
    labels: { state: 'failing' },
    tone: 'warn',
    isWrong: above(0),
  },
  { kind: 'event_loop', figure: 'nodejs_eventloop_lag_p99_seconds', tone: 'warn', isWrong: above(0.1) },
];

/** Which figures the rules ask for, each once. */
export const watchedFigures: readonly string[] = [...new Set(rules.map(({ figure }) => figure))];

const isOf = ({ figure, labels = {} }: Rule, given: Figure): boolean =>
  given.name === figure && Object.entries(labels).every(([name, value]) => given.labels[name] === value);

/** What wants a hand, the worst first. A payout in trouble is told once, however many states it is counted in. */
export function alertsOf(figures: readonly Figure[], waiting: Waiting): Alert[] {
  const found = rules.flatMap((rule) => {
    const byCoin = new Map<string, number>();
    for (const figure of figures.filter((one) => isOf(rule, one))) {
      if (!rule.isWrong(figure.value, figure, waiting)) continue;
      const coin = String(figure.labels['coin'] ?? figure.labels['pair'] ?? '').slice(0, 3);
      byCoin.set(coin, (byCoin.get(coin) ?? 0) + figure.value);
    }
    return [...byCoin].map(([coin, count]): Alert => ({ kind: rule.kind, tone: rule.tone, coin, count }));
  });
  const people = [
    { kind: 'adjustment_waits', tone: 'warn', coin: '', count: waiting.adjustments },
    { kind: 'ceiling_waits', tone: 'warn', coin: '', count: waiting.ceilings },
    { kind: 'webhooks_failing', tone: 'warn', coin: '', count: waiting.failingWebhooks },
  ] as const satisfies readonly Alert[];
  return [...found, ...people.filter(({ count }) => count > 0)].toSorted(
    (one, other) => Number(one.tone === 'warn') - Number(other.tone === 'warn'),
  );
}
