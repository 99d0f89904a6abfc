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
export type PayoutKind = 'withdrawal' | 'refund' | 'release' | 'cold' | 'collection';

export type PayoutStatus = 'RESERVED' | 'SIGNED' | 'COMPLETED' | 'FAILED' | 'REVERSED';

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
  /** Coins that they were charged for: what the dearest of its transactions takes. */
  fee_covered: bigint;
  /** Coins that they should have been charged for, and that the provider pays: see `coverFees`. */
  fee_borne: bigint;
  /** In cents. */
  euro_value: bigint;
  status: PayoutStatus;
  /** The payouts that are paid by the same transactions; null until it is signed. */
  batch_id: string | null;
  /** The newest of its batch, or the one that is in a block. */
  transaction_id: string | null;
  /** The account that a collection takes from, by its destination, and its number; null: the account that pays. */
  source: string | null;
  source_number: bigint | null;
  /** What paying its recipient weighs, where the node was asked. */
  weight: bigint | null;
  /** Its share of what that costs, with the shares of those that push it. */
  fee: bigint | null;
  /** What the network took without paying anybody. */
  lost_fee: bigint;
  /** Why it is not signed. */
  trouble: string | null;
  /** How often the fee was booked anew. */
  fee_corrections: number;
  /** Who asked for it; null where that was not written down yet. */
  requested_by: string | null;
  /** By a second person; null where nobody has to be asked. */
  approval: 'waiting' | 'approved' | 'rejected' | null;
  /** What screening says; null where it is not asked. */
  screening: 'unasked' | 'pending' | 'review' | 'allow' | 'deny' | null;
  created_at: Date;
}

/** What a payout waits for, in one word: people first, then what is in its way. */
export const payoutStandings = [
  'approval',
  'screening',
  'troubled',
  'reserved',
  'signed',
  'completed',
] as const;
export type PayoutStanding = (typeof payoutStandings)[number];

/** One that has not ended, with what is known of its batch. */
export interface OpenPayout extends Payout {
  standing: PayoutStanding;
  /** Of its batch: what the node said last, why its fee is not raised, how many transactions there are besides. */
  sending_trouble: string | null;
  bump_trouble: string | null;
  generation: number | null;
}

/** As a chain's payer takes it. */
export const toRecipient = ({
  address,
  destination_tag: destinationTag,
  destination,
  amount: amountMinor,
  weight,
}: Payout) => ({
  to: { address, destinationTag, destination },
  amountMinor,
  ...(weight === null ? {} : { weight: Number(weight) }),
});

/** The coins have left: the amount out of what was set aside, the network's fee out of the provider's fees. */
export function completionOf(payout: Payout): Movement {
  return { kind: 'payout', reference: payout.id, entries: entriesOf(payout) };
}

/** Undoes `completionOf`: the coins never left after all. */
export function reversalOf(payout: Payout): Movement {
  const entries = entriesOf(payout).map((entry) => ({ ...entry, amountMinor: -entry.amountMinor }));
  return { kind: 'payout_reversed', reference: payout.id, entries };
}

/** The network took its fee and paid nobody. */
export function failureOf({ id, coin, lost_fee: lostMinor }: Payout): Movement {
  return {
    kind: 'payout_failed',
    reference: id,
    entries: transfer(feeAccount, chainAccount, coin, lostMinor),
  };
}

/** Another transaction of its batch was mined than the books say, or one more: the fee is what that has cost. */
export const correctionOf = (payout: Payout, feeMinor: bigint): Movement =>
  feeDifference(payout, feeMinor - (payout.fee ?? 0n));

/** The same of one that was paid to nobody; nothing was lost where its block is gone for good. */
export const lossCorrectionOf = (payout: Payout, lostMinor: bigint): Movement =>
  feeDifference(payout, lostMinor - payout.lost_fee);

const feeDifference = (payout: Payout, moreMinor: bigint): Movement => ({
  kind: 'payout_fee',
  reference: `${payout.id}:${payout.fee_corrections + 1}`,
  entries: transfer(feeAccount, chainAccount, payout.coin, moreMinor),
});

/** What is collected stays in our wallets: only the fee leaves them. */
function entriesOf({ kind, coin, amount, fee, fee_allowance: allowance }: Payout): Entry[] {
  return [
    ...(kind === 'collection' ? [] : transfer(payoutAccount, chainAccount, coin, amount)),
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
