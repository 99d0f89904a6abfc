import type { MovementKind } from '../../books/movement-kinds.rules.ts';

/** Groups of the ledger's movement kinds, as merchants distinguish them. */
const movementGroups = {
  payments: ['payment', 'payment_reversed', 'payment_returned', 'payment_loss'],
  refunds: ['refund', 'refund_failed', 'refund_link', 'refund_link_ended', 'release', 'release_failed'],
  trades: ['order'],
  withdrawals: ['withdrawal', 'withdrawal_failed', 'withdrawal_reversed'],
  deposits: ['deposit', 'deposit_reversed'],
  fees: ['network_fee', 'network_fee_charged', 'network_fee_returned'],
  claims: ['claim', 'claim_settled'],
  other: ['adjustment', 'sandbox_money'],
} as const satisfies Record<string, readonly MovementKind[]>;

export type MovementGroup = keyof typeof movementGroups;
export const groupNames = Object.keys(movementGroups) as MovementGroup[];

export const isOfGroup = (group: MovementGroup, kind: string): boolean =>
  movementGroups[group].some((one) => one === kind);

/** Returns the path of the page for an entry's reference. Returns undefined if the reference is not an id. */
export function referencePath(kind: string, reference: string): string | undefined {
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(reference)) return undefined;
  if (isOfGroup('payments', kind)) return `/payments/${reference}`;
  const isOrder =
    kind === 'network_fee' ||
    isOfGroup('trades', kind) ||
    isOfGroup('withdrawals', kind) ||
    isOfGroup('deposits', kind);
  return isOrder ? `/orders/${reference}` : undefined;
}

export interface Month {
  /** Year and month, such as `2026-11`. */
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

const firstOf = (year: number, month: number): Date => new Date(Date.UTC(year, month, 1));

const monthAt = (year: number, month: number): Month => {
  const from = firstOf(year, month);
  return { name: from.toISOString().slice(0, 7), from, to: firstOf(year, month + 1) };
};

/** Parses a month in UTC, like the daily report. Returns undefined for other text. */
export function parseMonth(text: string): Month | undefined {
  const [, year = '', month = ''] = /^(2\d{3})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return year === '' ? undefined : monthAt(Number(year), Number(month) - 1);
}

/** Lists the current month and those before it, newest first. */
export function latestMonths(nowMs: number, count: number): Month[] {
  const now = new Date(nowMs);
  return Array.from({ length: count }, (_, back) => monthAt(now.getUTCFullYear(), now.getUTCMonth() - back));
}
