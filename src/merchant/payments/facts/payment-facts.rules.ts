import assert from 'node:assert/strict';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { belongsTo, type Choice, type Payment } from './payment.rules.ts';

/** Stored records of a payment: enough to derive what its latest decided status allows. */
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
  /** Oldest first. */
  readonly choices: readonly Choice[];
  /** In the order in which they were first seen. */
  readonly receipts: readonly Receipt[];
  /** Oldest first, including failed ones. */
  readonly refunds: readonly RefundShare[];
  /** Coins released by staff, oldest first, including failed releases. */
  readonly releases: readonly ReleaseShare[];
}

/** All input that determines the state of a payment. */
export interface PaymentFacts extends PaymentRecords {
  readonly payment: Payment;
  /**
   * Time up to which each chain has been read. A coin that is off counts as read up to now; a coin that never ran has
   * no entry.
   */
  readonly caughtUpAt: ReadonlyMap<CoinCode, Date>;
  readonly now: Date;
}

export function choiceOf(facts: Pick<PaymentRecords, 'choices'>, receipt: Receipt): Choice {
  const choice = facts.choices.find((candidate) => belongsTo(candidate, receipt));
  assert(choice, 'every receipt of a payment belongs to one of its choices');
  return choice;
}

export const refundStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** Coins that the merchant sent back to the customer. */
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
  /** Network fee of a refund that was mined without transferring the coins. */
  lost_fee_coin_amount: bigint;
  created_at: Date;
  updated_at: Date;
}

export type RefundShare = Pick<
  Refund,
  'choice_id' | 'status' | 'held_coin_amount' | 'euro_amount' | 'lost_fee_coin_amount'
>;

/** Returns whether the money is on its way or has arrived. */
export const isEffective = (refund: Pick<Refund, 'status'>): boolean => refund.status !== 'FAILED';

/**
 * Returns the part of a lost network fee that is taken from the coins. It is at most the fee that was deducted from
 * them; the merchant was charged the rest in euros.
 */
export const lostShareOf = (
  { fee_coin_amount: leftMinor }: Pick<Refund, 'fee_coin_amount'>,
  lostFeeMinor: bigint,
): bigint => (lostFeeMinor < leftMinor ? lostFeeMinor : leftMinor);

/** Returns the network fees that were taken from the coins for refunds without effect. */
export const lostFeesOf = (refunds: readonly RefundShare[]): bigint =>
  refunds.reduce((sum, refund) => sum + refund.lost_fee_coin_amount, 0n);

export type ReleaseStatus = 'PROCESSING' | 'COMPLETED' | 'FAILED';

/** Held coins of a payment that staff released. */
export interface Release {
  id: string;
  payment_id: string;
  coin: CoinCode;
  /** Null if the coins were given to the merchant. */
  payout_id: string | null;
  status: ReleaseStatus;
  address: string | null;
  destination_tag: string | null;
  /** The whole held amount, including the network fee. */
  amount: bigint;
  fee_coin_amount: bigint;
  /** Amount that the provider paid because a reorganisation removed the coins later. */
  lost_amount: bigint;
  /** Cents credited to the merchant for coins sold to cover its debt; 0 for other releases. */
  euro_amount: bigint;
  released_by: string;
  created_at: Date;
  updated_at: Date;
}

export type ReleaseShare = Pick<Release, 'id' | 'coin' | 'status' | 'amount' | 'lost_amount' | 'euro_amount'>;

/** Amount that the provider pays for released coins that a reorganisation removed. */
export interface ReleaseLoss {
  readonly releaseId: string;
  readonly coin: CoinCode;
  /** Negative if the provider gets coins back. */
  readonly lossMinor: bigint;
}

/** Returns the amount of a coin that releases have sent or are sending. */
export const releasedOf = (releases: readonly ReleaseShare[], coin: CoinCode): bigint =>
  releases
    .filter((release) => release.coin === coin && release.status !== 'FAILED')
    .reduce((sum, release) => sum + release.amount, 0n);

/** Returns the sales that cover the merchant's debt, without those undone by a reorganisation. */
export const claimSalesOf = (releases: readonly ReleaseShare[]): ReleaseShare[] =>
  releases.filter((release) => release.euro_amount > 0n && release.status !== 'FAILED');

export const madeGoodOf = (releases: readonly ReleaseShare[], coin: CoinCode): bigint =>
  releases.filter((release) => release.coin === coin).reduce((sum, release) => sum + release.lost_amount, 0n);
