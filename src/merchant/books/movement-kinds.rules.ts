/**
 * The accounts of a merchant, by the field names of `GET /balances`, with their figures in the daily report. For each
 * account, opening balance and columns add up to the closing balance. The last column contains kinds that only a newer
 * version of Praça knows.
 */
export const reportAccounts = {
  balance: {
    opening: 'opening_balance',
    columns: [
      'payments',
      'payment_reversals',
      'buys',
      'sells',
      'deposits',
      'deposit_reversals',
      'withdrawals',
      'withdrawal_returns',
      'bought_refunds',
      'bought_refund_returns',
      'refund_links',
      'releases',
      'network_fees',
      'adjustments',
      'claims',
      'claim_settlements',
      'other',
    ],
    closing: 'closing_balance',
  },
  held: {
    opening: 'held_opening_balance',
    columns: [
      'held_receipts',
      'held_settlements',
      'held_refunds',
      'held_refund_returns',
      'held_releases',
      'held_losses',
      'held_other',
    ],
    closing: 'held_closing_balance',
  },
  reserved: {
    opening: 'reserved_opening_balance',
    columns: ['reserved_network_fees', 'reserved_refund_links', 'reserved_other'],
    closing: 'reserved_closing_balance',
  },
  owed: {
    opening: 'owed_opening_balance',
    columns: ['owed_claims', 'owed_settlements', 'owed_other'],
    closing: 'owed_closing_balance',
  },
} as const;

export type ReportAccount = keyof typeof reportAccounts;
export type ReportColumn = (typeof reportAccounts)[ReportAccount]['columns'][number];

/** `trades` is two columns: `buys` and `sells`. */
type Columns = {
  readonly [Account in ReportAccount]?:
    | (typeof reportAccounts)[Account]['columns'][number]
    | (Account extends 'balance' ? 'trades' : never);
};

/**
 * Every kind of movement, with its report column for each account of a merchant that it moves. Kinds without a column
 * move only the provider's accounts. A new kind needs one line here.
 */
export const movementKinds = {
  payment: { balance: 'payments', held: 'held_settlements' },
  payment_reversed: { balance: 'payment_reversals', held: 'held_settlements' },
  payment_returned: { balance: 'payments', held: 'held_settlements' },
  payment_loss: { held: 'held_losses' },
  order: { balance: 'trades' },
  deposit: { balance: 'deposits', held: 'held_settlements' },
  deposit_reversed: { balance: 'deposit_reversals', held: 'held_settlements' },
  withdrawal: { balance: 'withdrawals' },
  withdrawal_failed: { balance: 'withdrawal_returns' },
  withdrawal_reversed: { balance: 'withdrawal_returns' },
  refund: { balance: 'bought_refunds', held: 'held_refunds' },
  refund_failed: { balance: 'bought_refund_returns', held: 'held_refund_returns' },
  refund_fee_returned: { held: 'held_refund_returns' },
  refund_link: { balance: 'refund_links', reserved: 'reserved_refund_links' },
  refund_link_ended: { balance: 'refund_links', reserved: 'reserved_refund_links' },
  release: { balance: 'releases', held: 'held_releases' },
  release_failed: { held: 'held_releases' },
  network_fee: { balance: 'network_fees', reserved: 'reserved_network_fees' },
  network_fee_charged: { balance: 'network_fees', reserved: 'reserved_network_fees' },
  network_fee_returned: { balance: 'network_fees', reserved: 'reserved_network_fees' },
  claim: { balance: 'claims', owed: 'owed_claims' },
  claim_settled: { balance: 'claim_settlements', owed: 'owed_settlements' },
  adjustment: { balance: 'adjustments' },
  sandbox_money: { balance: 'adjustments' },
  receipt: { held: 'held_receipts' },
  receipt_undone: { held: 'held_receipts' },
  payout: {},
  payout_reversed: {},
  payout_failed: {},
  payout_fee: {},
  cold: {},
  cold_failed: {},
  cold_reversed: {},
} as const satisfies Record<string, Columns>;

export type MovementKind = keyof typeof movementKinds;

/** Returns the column for a credit or debit of this kind. */
export function columnOf(
  account: ReportAccount,
  { kind, asset, isCredit }: { kind: string; asset: string; isCredit: boolean },
): ReportColumn {
  const known: Columns = Object.hasOwn(movementKinds, kind) ? movementKinds[kind as MovementKind] : {};
  const column = known[account];
  if (column === undefined) return lastColumns[account];
  if (column !== 'trades') return column;
  // A buy gives coins and takes euros.
  return isCredit === (asset !== 'EUR') ? 'buys' : 'sells';
}

const lastColumns = {
  balance: 'other',
  held: 'held_other',
  reserved: 'reserved_other',
  owed: 'owed_other',
} as const;
