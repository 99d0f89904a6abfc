import assert from 'node:assert/strict';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { belongsTo, type Choice, type Payment } from './payment.rules.ts';

/** What is stored of a payment: enough to say what may follow from the status that was decided last. */
export interface PaymentRecords {
  readonly payment: Pick<
    Payment,
    | 'status'
    | 'euro_amount'
    | 'tolerance_bps'
    | 'settled_choice_id'
    | 'settled_coin_amount'
    | 'settled_euro_amount'
    | 'released_choice_id'
    | 'reversed_at'
    | 'lost_coin_amount'
  >;
  /** The oldest first. */
  readonly choices: readonly Choice[];
  /** The first seen first. */
  readonly receipts: readonly Receipt[];
  /** The oldest first, also those that failed. */
  readonly refunds: readonly RefundShare[];
  /** What staff have let go of the coins that were held; the oldest first, also those that failed. */
  readonly releases: readonly ReleaseShare[];
}

/** Everything that decides what a payment is. */
export interface PaymentFacts extends PaymentRecords {
  readonly payment: Payment;
  /** Up to which moment each chain has been read, now where its coin is off; nothing where it never was. */
  readonly caughtUpAt: ReadonlyMap<CoinCode, Date>;
  readonly now: Date;
}

export function choiceOf(facts: Pick<PaymentRecords, 'choices'>, receipt: Receipt): Choice {
  const choice = facts.choices.find((candidate) => belongsTo(candidate, receipt));
  assert(choice, 'a receipt of a payment came to an address that was chosen for it');
  return choice;
}

export const refundStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Coins that the merchant has sent back to the customer. */
export interface Refund {
  id: string;
  psp_id: number;
  payment_id: string;
  choice_id: string;
  order_id: string;
  payout_id: string;
  status: RefundStatus;
  coin: CoinCode;
  address: string;
  destination_tag: string | null;
  reason: string;
  total_euro_amount: bigint;
  held_coin_amount: bigint;
  bought_coin_amount: bigint;
  euro_amount: bigint;
  fee_coin_amount: bigint;
  /** What the network took of the coins without sending them: of a refund that is in a block without effect. */
  lost_fee_coin_amount: bigint;
  created_at: Date;
  updated_at: Date;
}

export type RefundShare = Pick<
  Refund,
  'choice_id' | 'status' | 'held_coin_amount' | 'euro_amount' | 'lost_fee_coin_amount'
>;

/** Whose money is on its way or has arrived. */
export const isEffective = (refund: Pick<Refund, 'status'>): boolean => refund.status !== 'FAILED';

/** Of what the network took in vain, the coins bear as much as was left to it of them; what is more was charged in euros. */
export const lostShareOf = (
  { fee_coin_amount: leftMinor }: Pick<Refund, 'fee_coin_amount'>,
  lostFeeMinor: bigint,
): bigint => (lostFeeMinor < leftMinor ? lostFeeMinor : leftMinor);

/** What the networks took of the coins for refunds that reached nobody. */
export const lostFeesOf = (refunds: readonly RefundShare[]): bigint =>
  refunds.reduce((sum, refund) => sum + refund.lost_fee_coin_amount, 0n);

export type ReleaseStatus = 'PROCESSING' | 'COMPLETED' | 'FAILED';

/** Coins that were held for a payment and that staff have let go. */
export interface Release {
  id: string;
  payment_id: string;
  coin: CoinCode;
  /** Null where the merchant got them. */
  payout_id: string | null;
  status: ReleaseStatus;
  address: string | null;
  destination_tag: string | null;
  /** All that was held, the network's share included. */
  amount: bigint;
  fee_coin_amount: bigint;
  /** What the provider put in because the chain took the coins back afterwards. */
  lost_amount: bigint;
  released_by: string;
  created_at: Date;
  updated_at: Date;
}

export type ReleaseShare = Pick<Release, 'id' | 'coin' | 'status' | 'amount' | 'lost_amount'>;

/** What the provider puts in for released coins that the chain took back. */
export interface ReleaseLoss {
  readonly releaseId: string;
  readonly coin: CoinCode;
  /** Below zero: what the provider gets again. */
  readonly lossMinor: bigint;
}

/** What is on its way or has arrived. */
export const releasedOf = (releases: readonly ReleaseShare[], coin: CoinCode): bigint =>
  releases
    .filter((release) => release.coin === coin && release.status !== 'FAILED')
    .reduce((sum, release) => sum + release.amount, 0n);

export const madeGoodOf = (releases: readonly ReleaseShare[], coin: CoinCode): bigint =>
  releases.filter((release) => release.coin === coin).reduce((sum, release) => sum + release.lost_amount, 0n);
