import type { CoinCode } from '../assets/asset.rules.ts';
import {
  chainAccount,
  feeAccount,
  payoutAccount,
  transfer,
  type Entry,
  type Movement,
} from '../books/ledger.rules.ts';

export type PayoutKind = 'withdrawal' | 'refund' | 'release' | 'cold' | 'collection' | 'return';

export type PayoutStatus = 'RESERVED' | 'SIGNED' | 'COMPLETED' | 'FAILED' | 'REVERSED';

export interface Payout {
  id: string;
  coin: CoinCode;
  kind: PayoutKind;
  /** Null for coins released by staff, which belong to no merchant's order. */
  order_id: string | null;
  psp_id: number;
  address: string;
  destination_tag: string | null;
  destination: string;
  /** The amount that arrives. */
  amount: bigint;
  /** Held in provider:payouts beside the amount. 0 if the recipient pays no part of the network fee. */
  fee_allowance: bigint;
  /** The payer of the network fee beyond the allowance, in euros. */
  fee_payer: 'merchant' | 'provider';
  /** Cents reserved for the fee, and cents charged. */
  fee_reserve: bigint;
  fee_charge: bigint;
  /** The coins that `fee_charge` pays for: the fee of the most expensive transaction. */
  fee_covered: bigint;
  /** The coins of the merchant's share that the provider pays: see `coverFees`. */
  fee_borne: bigint;
  /** In cents. */
  euro_value: bigint;
  status: PayoutStatus;
  /** Payouts in the same batch are paid by the same transactions. Null until it is signed. */
  batch_id: string | null;
  /** The newest transaction of the batch, or the mined one. */
  transaction_id: string | null;
  /**
   * For a collection: the destination of the source account and its sequence number. Null if the paying account pays.
   */
  source: string | null;
  source_number: bigint | null;
  /**
   * Weights of the payment to the recipient: the maximum that the fee was reserved for, and the weight that was signed.
   */
  reserved_weight: bigint | null;
  weight: bigint | null;
  /** The share of this payout in the fees of the transaction and its children. */
  fee: bigint | null;
  /** The network fee of a transaction without effect. */
  lost_fee: bigint;
  /** The reason that it is still waiting. */
  trouble: string | null;
  /** The number of fee corrections, which makes their references unique. */
  fee_corrections: number;
  /** The person or credential that asked for it; null for rows from before this was recorded. */
  requested_by: string | null;
  /** The second person's decision; null if none is needed. */
  approval: 'waiting' | 'approved' | 'rejected' | null;
  /** The result of screening; null if it is not screened. */
  screening: 'unasked' | 'pending' | 'review' | 'allow' | 'deny' | null;
  created_at: Date;
}

/** The stage of an open payout: required decisions first, then problems. */
export const payoutStages = ['approval', 'screening', 'troubled', 'reserved', 'signed', 'completed'] as const;
export type PayoutStage = (typeof payoutStages)[number];

/** An open payout with the state of its batch. */
export interface OpenPayout extends Payout {
  stage: PayoutStage;
  /**
   * From the batch: the last refusal of the node, the reason against a raise, and the generation of the newest
   * transaction.
   */
  sending_trouble: string | null;
  bump_trouble: string | null;
  generation: number | null;
}

export function toRecipient(payout: Payout) {
  const { address, destination_tag: destinationTag, destination, amount: amountMinor } = payout;
  const weight = payout.weight ?? payout.reserved_weight;
  return {
    to: { address, destinationTag, destination },
    amountMinor,
    ...(weight === null ? {} : { weight: Number(weight) }),
  };
}

/** Books a completed payout: the amount leaves the payout account, and the network fee the provider's fees. */
export function completionOf(payout: Payout): Movement {
  return { kind: 'payout', reference: payout.id, entries: entriesOf(payout) };
}

/** Reverses `completionOf`. */
export function reversalOf(payout: Payout): Movement {
  const entries = entriesOf(payout).map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));
  return { kind: 'payout_reversed', reference: payout.id, entries };
}

/** Books the fee of a transaction without effect. */
export function failureOf({ id, coin, lost_fee: lostMinor }: Payout): Movement {
  return {
    kind: 'payout_failed',
    reference: id,
    entries: transfer(feeAccount, chainAccount, coin, lostMinor),
  };
}

/** Books the difference in the fee when a different or additional transaction of the batch was mined. */
export const correctionOf = (payout: Payout, feeMinor: bigint): Movement =>
  feeDifference(payout, feeMinor - (payout.fee ?? 0n));

/** Corrects the lost fee of a payout without effect, to zero if its block is gone. */
export const lossCorrectionOf = (payout: Payout, lostMinor: bigint): Movement =>
  feeDifference(payout, lostMinor - payout.lost_fee);

const feeDifference = (payout: Payout, moreMinor: bigint): Movement => ({
  kind: 'payout_fee',
  reference: `${payout.id}:${payout.fee_corrections + 1}`,
  entries: transfer(feeAccount, chainAccount, payout.coin, moreMinor),
});

/** Collected coins stay in the wallet, so only the fee is booked. */
function entriesOf({ kind, coin, amount, fee, fee_allowance: allowance }: Payout): Entry[] {
  return [
    ...(kind === 'collection' ? [] : transfer(payoutAccount, chainAccount, coin, amount)),
    ...(fee === null || fee === 0n ? [] : transfer(feeAccount, chainAccount, coin, fee)),
    ...(allowance === 0n ? [] : transfer(payoutAccount, feeAccount, coin, allowance)),
  ];
}

/**
 * Returns the pause before the same bytes are sent again. A node that accepted them may drop them; a node that refused
 * them may have been missing an earlier transaction.
 */
export function pauseMs(attempts: number, accepted: boolean): number {
  const doubled = 2 ** Math.min(attempts, 10);
  return accepted ? Math.min(600_000, 30_000 * doubled) : Math.min(60_000, 1000 * doubled);
}
