import type { CoinCode } from '../assets/asset.rules.ts';
import {
  chainAccount,
  feeAccount,
  payoutAccount,
  transfer,
  type Entry,
  type Movement,
} from '../ledger/ledger.rules.ts';

/** What a payout is for. */
export type PayoutKind = 'withdrawal' | 'refund' | 'release';

export const payoutStatuses = ['RESERVED', 'SIGNED', 'COMPLETED', 'FAILED', 'REVERSED'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export interface Payout {
  id: string;
  coin: CoinCode;
  kind: PayoutKind;
  /** None for what staff release, of which no merchant is told. */
  order_id: string | null;
  psp_id: number;
  address: string;
  destination_tag: string | null;
  destination: string;
  /** What arrives. */
  amount: bigint;
  /** Lies in provider:payouts beside the amount; 0 where others pay the network's fee. */
  fee_allowance: bigint;
  /** Whose euros pay what the network takes beyond the allowance. */
  fee_payer: 'merchant' | 'provider';
  /** Cents that are set aside for it, and those that were charged. */
  fee_reserve: bigint;
  fee_charge: bigint;
  /** In cents. */
  euro_value: bigint;
  status: PayoutStatus;
  /** Null until it is signed. */
  transaction_id: string | null;
  fee: bigint | null;
  last_height: bigint | null;
  attempts: number;
  trouble: string | null;
  due_at: Date | null;
  created_at: Date;
}

/** What the chain shows of a signed payout's transaction. */
export interface TransactionState {
  /** 0 while it is in no block. */
  confirmations: number;
  /** Of a transaction that uses the same funds, so that ours can never follow it; 0 where there is none. */
  excludedConfirmations: number;
}

export type PayoutVerdict = 'complete' | 'exclude' | 'expire' | 'send' | 'wait' | 'alarm';

type Judged = Pick<Payout, 'status' | 'last_height'>;

/**
 * What follows for a payout from what is known of its transaction. A payout is given up only when its bytes can never
 * be mined any more: others have used its funds, or its last block has passed, each as deep as a payment must be.
 */
export function judgePayout(
  payout: Judged,
  transaction: TransactionState,
  height: number,
  required: number,
): PayoutVerdict {
  const mined = transaction.confirmations > 0;
  switch (payout.status) {
    case 'RESERVED':
      return 'wait';
    case 'FAILED':
    case 'REVERSED':
      // The money was given back, and yet the coins are gone.
      return mined ? 'alarm' : 'wait';
    case 'SIGNED':
    case 'COMPLETED':
      if (mined)
        return payout.status === 'SIGNED' && transaction.confirmations >= required ? 'complete' : 'wait';
      if (transaction.excludedConfirmations >= required) return 'exclude';
      return isExpired(payout, transaction, height, required) ? 'expire' : 'send';
  }
}

/** Not while a transaction that excludes it is in a block: that one has used its sequence number. */
const isExpired = (
  payout: Judged,
  transaction: TransactionState,
  height: number,
  required: number,
): boolean =>
  transaction.excludedConfirmations === 0 &&
  payout.last_height !== null &&
  height - Number(payout.last_height) >= required;

/** The height at which the passing of blocks alone changes the verdict; null where it does not. */
export function nextReviewHeight(
  payout: Judged,
  transaction: TransactionState,
  height: number,
  required: number,
): number | null {
  const verdict = judgePayout(payout, transaction, height, required);
  if (verdict === 'wait' && payout.status === 'SIGNED') return height + required - transaction.confirmations;
  if (verdict !== 'send') return null;
  if (transaction.excludedConfirmations > 0) return height + required - transaction.excludedConfirmations;
  return payout.last_height === null ? null : Number(payout.last_height) + required;
}

/** The coins have left: the amount out of what was set aside, the network's fee out of the provider's fees. */
export function completionOf(payout: Payout): Movement {
  return { kind: 'payout', reference: payout.id, entries: entriesOf(payout) };
}

/** Undoes `completionOf`: the coins never left after all. */
export function reversalOf(payout: Payout): Movement {
  const entries = entriesOf(payout).map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));
  return { kind: 'payout_reversed', reference: payout.id, entries };
}

function entriesOf({ coin, amount, fee, fee_allowance: allowance }: Payout): Entry[] {
  return [
    ...transfer(payoutAccount, chainAccount, coin, amount),
    ...(fee === null || fee === 0n ? [] : transfer(feeAccount, chainAccount, coin, fee)),
    ...(allowance === 0n ? [] : transfer(payoutAccount, feeAccount, coin, allowance)),
  ];
}

/**
 * How long until the same bytes are sent again. A node that has them may forget them; one that refused them may have
 * been waiting for the transaction before.
 */
export function pauseMs(attempts: number, accepted: boolean): number {
  const doubled = 2 ** Math.min(attempts, 10);
  return accepted ? Math.min(600_000, 30_000 * doubled) : Math.min(60_000, 1000 * doubled);
}
