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
export const payoutKinds = ['withdrawal', 'refund'] as const;
export type PayoutKind = (typeof payoutKinds)[number];

export const payoutStatuses = ['RESERVED', 'SIGNED', 'COMPLETED', 'FAILED', 'REVERSED'] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

export interface Payout {
  id: string;
  coin: CoinCode;
  kind: PayoutKind;
  order_id: string;
  psp_id: number;
  address: string;
  destination_tag: string | null;
  destination: string;
  /** What arrives. */
  amount: bigint;
  /** Lies in provider:payouts beside the amount; 0 where the provider pays the network's fee. */
  fee_allowance: bigint;
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

/** What the chain says of a signed payout. */
export interface SentState {
  /** 0 while it is in no block. */
  confirmations: number;
  /** Of a transaction that uses the same funds, so that ours can never follow it; 0 where there is none. */
  excludedConfirmations: number;
}

export type PayoutVerdict = 'complete' | 'fail' | 'reverse' | 'send' | 'wait' | 'alarm';

/**
 * What follows for a payout from what is known of its transaction. A payout is given up only when its bytes can never
 * be mined any more: others have used its funds, or its last block has passed, each as deep as a payment must be.
 */
export function judgePayout(
  payout: Pick<Payout, 'status' | 'last_height'>,
  sent: SentState,
  height: number,
  required: number,
): PayoutVerdict {
  const mined = sent.confirmations > 0;
  const settled = payout.status === 'COMPLETED';
  switch (payout.status) {
    case 'RESERVED':
      return 'wait';
    case 'FAILED':
    case 'REVERSED':
      // The money was given back, and yet the coins are gone.
      return mined ? 'alarm' : 'wait';
    case 'SIGNED':
    case 'COMPLETED': {
      if (mined) return !settled && sent.confirmations >= required ? 'complete' : 'wait';
      const expired = payout.last_height !== null && height - Number(payout.last_height) >= required;
      if (expired || sent.excludedConfirmations >= required) return settled ? 'reverse' : 'fail';
      return 'send';
    }
  }
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

/** How long until the same bytes are sent again: seconds at first, then minutes. */
export function pauseMs(attempts: number): number {
  return Math.min(300_000, 5000 * 2 ** Math.min(attempts, 10));
}
