import { least } from '../../../platform/money.ts';
import type { PayoutStatus } from '../payout.rules.ts';
import type { Sentence } from '../../../platform/problem.ts';
import { payoutWords } from '../../details/payout-words.rules.ts';

/** A signed transaction of a batch. */
export interface BatchTransaction {
  transaction_id: string;
  /** A later generation replaces the payments before it, or spends their change. */
  generation: number;
  /** A payment pays all payouts of the batch. A child spends its change, so that miners take both. */
  kind: 'payment' | 'child';
  fee: bigint;
  /** In the unit of the coin. Null for a transaction signed by an early version. */
  fee_rate: bigint | null;
  weight: bigint;
  last_height: bigint | null;
}

/** A transaction with its present state on the chain. */
export interface SeenTransaction extends BatchTransaction {
  /** 0 until it is mined. */
  readonly confirmations: number;
  /** The fee that the network took, if the block contains it. Otherwise the signed fee applies. */
  readonly paidMinor: bigint | null;
  readonly final: boolean;
  /** True if it was mined without effect: the network took the fee, and the recipient got nothing. */
  readonly failed: boolean;
  /** True if it is in a block or in a mempool. */
  readonly visible: boolean;
  /** Confirmations of a transaction that spends the same funds, which makes this one invalid. 0 if there is none. */
  readonly excludedConfirmations: number;
  readonly excludedBy: string | null;
}

export type Judgement =
  /** `mined` is in a block: it pays all payouts of the batch. */
  | { readonly verdict: 'mined' | 'alarm'; readonly mined: SeenTransaction }
  | { readonly verdict: 'send' | 'exclude' | 'expire' | 'wait' };

/**
 * Returns the next step for a batch. A batch is given up only when none of its payments can be mined: another
 * transaction has spent their funds, or their last valid block has passed, in each case with the confirmations that a
 * payment needs.
 */
export function judgeBatch(
  transactions: readonly SeenTransaction[],
  batch: { readonly dead: boolean; readonly height: number; readonly required: number },
): Judgement {
  const payments = transactions.filter((one) => one.kind === 'payment');
  const mined = payments.find((one) => one.confirmations > 0);
  // The money of a dead batch was given back or paid otherwise, so a mined transaction of it is a loss.
  if (mined) return { verdict: batch.dead ? 'alarm' : 'mined', mined };
  if (batch.dead) return { verdict: 'wait' };
  const excluded = payments.filter((one) => one.excludedConfirmations >= batch.required);
  const expired = payments.filter((one) => isExpired(one, batch));
  if (excluded.length + expired.length < payments.length) return { verdict: 'send' };
  return { verdict: excluded.length > 0 ? 'exclude' : 'expire' };
}

/** A transaction that a mined one excludes counts as excluded, not expired: the mined one has used its sequence number. */
const isExpired = (
  { excludedConfirmations, last_height: lastHeight }: SeenTransaction,
  { height, required }: { readonly height: number; readonly required: number },
): boolean => excludedConfirmations === 0 && lastHeight !== null && height - Number(lastHeight) >= required;

/**
 * Lists the transactions to send, in order. Each inner list (a line) has alternatives, and the node needs only one of
 * them: payments exclude each other, and the newest pays the highest fee. Transactions excluded by a mined one are left
 * out.
 */
export function listToSend(transactions: readonly SeenTransaction[], judgement: Judgement): string[][] {
  const newestFirst = transactions.toSorted((a, b) => b.generation - a.generation);
  const possible = newestFirst.filter((one) => one.confirmations === 0 && one.excludedConfirmations === 0);
  const ids = (kind: BatchTransaction['kind']): string[] =>
    possible.filter((one) => one.kind === kind).map((one) => one.transaction_id);
  if (judgement.verdict !== 'send' && judgement.verdict !== 'mined') return [];
  const payments = judgement.verdict === 'send' ? ids('payment') : [];
  const children = ids('child').toReversed();
  return [payments, ...children.map((id) => [id])].filter((line) => line.length > 0);
}

/** Returns true if a line has no transaction that a node knows: it was never sent, or the nodes have dropped it. */
export const isMissed = (
  transactions: readonly SeenTransaction[],
  toSend: readonly (readonly string[])[],
): boolean =>
  toSend.some((line) => transactions.every((one) => !line.includes(one.transaction_id) || !one.visible));

export interface JudgedPayout {
  readonly status: PayoutStatus;
  readonly required: number;
  /** True if the ledger and the chain have different transactions or fees. */
  readonly mismatched: boolean;
}

/** Returns the first height at which new blocks alone change the verdict; null if none does. */
export function nextReviewHeight(
  transactions: readonly SeenTransaction[],
  payouts: readonly JudgedPayout[],
  judgement: Judgement,
  { height, required }: { readonly height: number; readonly required: number },
): number | null {
  const heights: number[] = [];
  if (judgement.verdict === 'mined' || (judgement.verdict === 'alarm' && judgement.mined.failed)) {
    for (const payout of payouts) {
      if (payout.status === 'SIGNED' || payout.mismatched) {
        heights.push(height + payout.required - judgement.mined.confirmations);
      }
    }
  }
  if (judgement.verdict === 'send') {
    for (const { excludedConfirmations, last_height: lastHeight } of transactions) {
      if (excludedConfirmations > 0) heights.push(height + required - excludedConfirmations);
      else if (lastHeight !== null) heights.push(Number(lastHeight) + required);
    }
  }
  const coming = heights.filter((one) => one > height);
  return coming.length === 0 ? null : Math.min(...coming);
}

/**
 * Returns the height at which inputs that only a replaced transaction used become available; null if there are none. It
 * requires the depth of the largest amounts: after a deeper reorganisation, another payout may have spent them.
 */
export function heightOfRelease(
  transactions: readonly SeenTransaction[],
  judgement: Judgement,
  { height, deepest }: { readonly height: number; readonly deepest: number },
): number | null {
  const depths = transactions.map((one) => one.excludedConfirmations).filter((depth) => depth > 0);
  if (judgement.verdict !== 'mined' || depths.length === 0) return null;
  return height + deepest - Math.min(...depths);
}

/**
 * Returns the payout's share of the fees of all mined transactions: of the fee that the network took, if the block
 * contains it.
 */
export function minedFee(
  transactions: readonly SeenTransaction[],
  shares: readonly { transaction_id: string; payout_id: string; fee: bigint }[],
  payoutId: string,
): bigint {
  const mined = new Map(
    transactions.filter((one) => one.confirmations > 0).map((one) => [one.transaction_id, one]),
  );
  return shares.reduce((sum, share) => {
    const transaction = mined.get(share.transaction_id);
    if (!transaction || share.payout_id !== payoutId) return sum;
    const { fee, paidMinor } = transaction;
    // Rounded up, so that the provider does not pay the remainder.
    return sum + (paidMinor === null || fee === 0n ? share.fee : (share.fee * paidMinor + fee - 1n) / fee);
  }, 0n);
}

/** Divides a fee by weights, without remainder. The first parts get the units left by rounding. */
export function divideFee(feeMinor: bigint, weights: readonly number[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const parts = weights.map((weight) => (feeMinor * BigInt(weight)) / total);
  let rest = feeMinor - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part) => (rest-- > 0n ? part + 1n : part));
}

/** Returns the weight of each payout: its own output and an equal part of the shared weight. */
export function weightsOf({
  weight,
  paid,
}: {
  readonly weight: number;
  readonly paid: readonly { readonly weight: number }[];
}): number[] {
  const shared = weight - paid.reduce((sum, one) => sum + one.weight, 0);
  // Everything is multiplied by the number of payouts, to avoid fractions.
  return paid.map((one) => one.weight * paid.length + shared);
}

export interface RateLimits {
  readonly estimate: bigint;
  /** Rates of the first and of the newest transaction. Null for transactions signed by an early version. */
  readonly first: bigint | null;
  readonly newest: bigint | null;
  /** The rate that staff asked for. */
  readonly asked: bigint | null;
  /** The limit of automatic raises, as a multiple of the first rate. */
  readonly mostTimes: bigint;
  /** The limit for all raises; null if it is not known. */
  readonly highest: bigint | null;
  /** Formats a rate for the message that explains a refusal. */
  readonly show: (rate: bigint) => string;
}

/** Ethereum nodes accept a replacement only for a tenth more, of the tip too, which grows with the rate (`tipOf`). */
const leastRaised = (rate: bigint): bigint => rate + (rate + 9n) / 10n;

/**
 * Returns the rate of the next transaction, or the reason against a raise. The step is at least a quarter, because each
 * raise counts; near the limit it is smaller, but never below the minimum of the nodes.
 */
export function raisedRate(limits: RateLimits): bigint | Sentence {
  const { estimate, first, newest, asked, highest, show } = limits;
  if (asked !== null) {
    if (highest !== null && asked > highest) {
      return { say: payoutWords.highestFeeRate, values: { highest: show(highest) } };
    }
    if (newest === null || asked >= leastRaised(newest)) return asked;
    return {
      say: payoutWords.nextFeeRate,
      values: { rate: show(newest), next: show(leastRaised(newest)) },
    };
  }
  const step = newest === null ? 0n : newest + (newest + 3n) / 4n;
  const wanted = estimate > step ? estimate : step;
  const most = [first === null ? wanted : first * limits.mostTimes, highest ?? wanted].reduce(least);
  const rate = least(wanted, most);
  return newest !== null && rate < leastRaised(newest)
    ? { say: payoutWords.feeRateAtMost, values: { rate: show(newest), most: show(most) } }
    : rate;
}
