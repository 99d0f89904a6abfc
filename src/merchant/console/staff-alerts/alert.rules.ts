import { lateAfterMs } from '../staff-chains/chain-state.rules.ts';

/** A sample of `/metrics`. */
export interface Figure {
  readonly name: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Counts that need attention and are not in `/metrics`. */
export interface Waiting {
  /** Credits and debits that need a second person. */
  readonly adjustments: number;
  /** Ceilings that need a second person. */
  readonly ceilings: number;
  /** Coins that are switched off. Their chains are not read, which raises no alert. */
  readonly coinsOff: ReadonlySet<string>;
  /** Payouts of an average day, in whole coins. */
  readonly dailyPayouts: ReadonlyMap<string, number>;
  /** PSPs with pending webhooks that have failed at least once. */
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
  | 'claim_open'
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
  /** `bad`: something was lost or does not work. `warn`: staff should check. */
  readonly tone: 'bad' | 'warn';
  /** Coin of the alert. Empty if it concerns no coin. */
  readonly coin: string;
  readonly count: number;
}

interface Rule {
  readonly kind: AlertKind;
  readonly figure: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly tone: Alert['tone'];
  /** Returns whether the value raises an alert. */
  readonly isWrong: (value: number, figure: Figure, waiting: Waiting) => boolean;
}

const above = (limit: number) => (value: number) => value > limit;
const hourSeconds = 3600;

/**
 * Limits of docs/operations/monitoring.md that a single value can exceed. Prometheus checks those that depend on time.
 */
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
  { kind: 'claim_open', figure: 'open_claims', tone: 'bad', isWrong: above(0) },
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

/** Names of the figures that the rules use, without duplicates. */
export const watchedFigures: readonly string[] = [...new Set(rules.map(({ figure }) => figure))];

const isOf = ({ figure, labels = {} }: Rule, given: Figure): boolean =>
  given.name === figure && Object.entries(labels).every(([name, value]) => given.labels[name] === value);

/** Returns the alerts, worst first. Each kind occurs once per coin, with the sum of its figures. */
export function alertsOf(figures: readonly Figure[], waiting: Waiting): Alert[] {
  const found = rules.flatMap((rule) => {
    const byCoin = new Map<string, number>();
    for (const figure of figures.filter((one) => isOf(rule, one))) {
      if (!rule.isWrong(figure.value, figure, waiting)) continue;
      const coin = String(
        figure.labels['coin'] ?? figure.labels['asset'] ?? figure.labels['pair'] ?? '',
      ).slice(0, 3);
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

/** Returns the path of a page, without query and fragment. */
export const pathOf = (page: string): string => page.split(/[?#]/)[0] ?? page;
