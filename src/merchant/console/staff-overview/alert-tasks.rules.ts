import type { Harm } from '../../../platform/console/tasks/harm.rules.ts';
import type { Alert, AlertKind } from '../staff-alerts/alert.rules.ts';

/** Alerts whose subjects are tasks themselves, so that the queue does not list them twice. */
const ownTasks: ReadonlySet<AlertKind> = new Set([
  'payout_approval',
  'screening_held',
  'payment_stray_coins',
  'payment_coins_after_end',
  'jobs_failing',
]);
export const isOwnTask = (kind: AlertKind): boolean => ownTasks.has(kind);

/** Alerts that only roles with money can resolve. */
const treasuryKinds: ReadonlySet<AlertKind> = new Set([
  'payout_troubled',
  'payout_stuck',
  'payout_old',
  'payout_frozen',
  'wallet_low',
  'claim_open',
  'adjustment_waits',
  'ceiling_waits',
]);
export const isForTreasury = (kind: AlertKind): boolean => treasuryKinds.has(kind);

/** Alerts behind which people wait for a payout, a decision or an answer. */
const waitingKinds: ReadonlySet<AlertKind> = new Set([
  'payout_stuck',
  'payout_old',
  'payout_frozen',
  'payment_unresolved',
  'adjustment_waits',
  'ceiling_waits',
]);

export function harmOf({ kind, tone }: Pick<Alert, 'kind' | 'tone'>): Harm {
  if (tone === 'bad') return 'loss';
  return waitingKinds.has(kind) ? 'waiting' : 'check';
}

/** Alerts whose count is their age in seconds. */
const agedKinds: ReadonlySet<AlertKind> = new Set(['chain_late', 'webhooks_late']);

export interface Beginning {
  kind: string;
  /** Empty if the alert concerns no coin. */
  coin: string;
  since: Date;
}

/** Returns the beginning of an alert, if a figure or a table has it. */
export function beginningOf(
  { kind, coin, count }: Pick<Alert, 'kind' | 'coin' | 'count'>,
  beginnings: readonly Beginning[],
  nowMs: number,
): Date | undefined {
  if (agedKinds.has(kind)) return new Date(nowMs - Math.round(count) * 1000);
  return beginnings.find((row) => row.kind === kind && (row.coin === '' || row.coin === coin))?.since;
}
