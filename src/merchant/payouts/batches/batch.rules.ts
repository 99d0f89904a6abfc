import { least } from '../../../platform/money.ts';
import type { PayoutStatus } from '../payout.rules.ts';

/** What was signed for a batch. */
export interface BatchTransaction {
  transaction_id: string;
  /** Each later one replaces those before it, or pushes them. */
  generation: number;
  /** A payment pays all payouts of the batch; a child spends its change, so that miners take both. */
  kind: 'payment' | 'child';
  fee: bigint;
  /** In the coin's own measure; null where a version before has signed. */
  fee_rate: bigint | null;
  weight: bigint;
  last_height: bigint | null;
}

/** With what the chain shows of it. */
export interface SeenTransaction extends BatchTransaction {
  /** 0 while it is in no block. */
  readonly confirmations: number;
  /** What it really cost, where its block tells; else what was signed. */
  readonly paidMinor: bigint | null;
  /** The network itself calls its block final. */
  readonly final: boolean;
  /** In a block without effect: it has taken its fee, and paid nobody. */
  readonly failed: boolean;
  /** In a block, or waiting for one. */
  readonly visible: boolean;
  /** Of a transaction that uses the same funds, so that ours can never follow it; 0 where there is none. */
  readonly excludedConfirmations: number;
  readonly excludedBy: string | null;
}

export type Judgement =
  /** In a block: this payment is the payout of each. */
  | { readonly verdict: 'mined' | 'alarm'; readonly mined: SeenTransaction }
  | { readonly verdict: 'send' | 'exclude' | 'expire' | 'wait' };

/**
 * What follows for a batch from what is known of its transactions. It is given up only when none of them can ever be
 * mined any more: others have used its funds, or its last block has passed, each as deep as a payment must be.
 */
export function judgeBatch(
  transactions: readonly SeenTransaction[],
  batch: { readonly dead: boolean; readonly height: number; readonly required: number },
): Judgement {
  const payments = transactions.filter((one) => one.kind === 'payment');
  const mined = payments.find((one) => one.confirmations > 0);
  // The money was given back, or paid otherwise, and yet the coins are gone.
  if (mined) return { verdict: batch.dead ? 'alarm' : 'mined', mined };
  if (batch.dead) return { verdict: 'wait' };
  const excluded = payments.filter((one) => one.excludedConfirmations >= batch.required);
  const expired = payments.filter((one) => isExpired(one, batch));
  if (excluded.length + expired.length < payments.length) return { verdict: 'send' };
  return { verdict: excluded.length > 0 ? 'exclude' : 'expire' };
}

/** Not while a transaction that excludes it is in a block: that one has used its sequence number. */
const isExpired = (
  { excludedConfirmations, last_height: lastHeight }: SeenTransaction,
  { height, required }: { readonly height: number; readonly required: number },
): boolean => excludedConfirmations === 0 && lastHeight !== null && height - Number(lastHeight) >= required;

/**
 * What to hand to the node, in turn. Of each line the first that it takes is enough: payments exclude each other, and
 * the newest pays most. What another transaction has used up is left out while that is in a block.
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

/** Whether of something that is to be sent no node is known to have anything: it was never sent, or is forgotten. */
export const isMissed = (
  transactions: readonly SeenTransaction[],
  toSend: readonly (readonly string[])[],
): boolean =>
  toSend.some((line) => transactions.every((one) => !line.includes(one.transaction_id) || !one.visible));

export interface JudgedPayout {
  readonly status: PayoutStatus;
  readonly required: number;
  /** Another transaction or fee is booked than the chain shows. */
  readonly mismatched: boolean;
}

/** The height at which the passing of blocks alone changes something; null where it does not. */
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
 * From which height on coins that only a replaced transaction would have used are free for others; null where there are
 * none. As deep as for the largest amounts: what is undone after that may find them used by another payout.
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

/** What each of the mined transactions has cost a payout: its share of what was really paid, where the block tells. */
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
    // Rounded up: the provider pays for nobody's rest.
    return sum + (paidMinor === null || fee === 0n ? share.fee : (share.fee * paidMinor + fee - 1n) / fee);
  }, 0n);
}

/** Divides a fee by weights, all of it: what is left over goes to the first, a unit each. */
export function divideFee(feeMinor: bigint, weights: readonly number[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  const parts = weights.map((weight) => (feeMinor * BigInt(weight)) / total);
  let rest = feeMinor - parts.reduce((sum, part) => sum + part, 0n);
  return parts.map((part) => (rest-- > 0n ? part + 1n : part));
}

/** What each has of a transaction: its own output, and an equal part of all that they share. */
export function weightsOf({
  weight,
  paid,
}: {
  readonly weight: number;
  readonly paid: readonly { readonly weight: number }[];
}): number[] {
  const shared = weight - paid.reduce((sum, one) => sum + one.weight, 0);
  // As many times as there are of them, so that nothing is lost to fractions.
  return paid.map((one) => one.weight * paid.length + shared);
}

export interface RateLimits {
  /** What the node estimates now. */
  readonly estimate: bigint;
  /** Of the first transaction and of the newest; null where a version before has signed. */
  readonly first: bigint | null;
  readonly newest: bigint | null;
  /** By a person. */
  readonly asked: bigint | null;
  /** How many times the first rate is paid at most, unless a person asks for more. */
  readonly mostTimes: bigint;
  /** What is never exceeded; null where that is not known. */
  readonly highest: bigint | null;
  /** In the words of whoever reads why there is none. */
  readonly show: (rate: bigint) => string;
}

/** Nodes of Ethereum take a replacement for a tenth more, of the tip as well, which grows with the rate (`tipOf`). */
const leastRaised = (rate: bigint): bigint => rate + (rate + 9n) / 10n;

/**
 * The rate of the next transaction, or why there is none. At least a quarter more, as each one costs a step; at its limit
 * less, but not so little that nodes refuse it.
 */
export function raisedRate(limits: RateLimits): bigint | string {
  const { estimate, first, newest, asked, highest, show } = limits;
  if (asked !== null) {
    if (highest !== null && asked > highest) return `no fee rate above ${show(highest)} is paid`;
    if (newest === null || asked >= leastRaised(newest)) return asked;
    return `its fee rate is ${show(newest)}, and the next is at least ${show(leastRaised(newest))}`;
  }
  const step = newest === null ? 0n : newest + (newest + 3n) / 4n;
  const wanted = estimate > step ? estimate : step;
  const most = [first === null ? wanted : first * limits.mostTimes, highest ?? wanted].reduce(least);
  const rate = least(wanted, most);
  return newest !== null && rate < leastRaised(newest)
    ? `its fee rate is ${show(newest)}, and ${show(most)} is the most`
    : rate;
}
