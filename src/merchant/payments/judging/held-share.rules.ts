import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  claimSalesOf,
  isEffective,
  lostFeesOf,
  madeGoodOf,
  releasedOf,
  type PaymentFacts,
  type PaymentRecords,
  type ReleaseLoss,
  type ReleaseShare,
} from '../facts/payment-facts.rules.ts';
import { sumOf } from '../facts/payment.rules.ts';
import { activeChoice } from './active-choice.rules.ts';

/** Returns the credit of the merchant that was not refunded. */
export function creditedCents({ payment, refunds }: Pick<PaymentRecords, 'payment' | 'refunds'>): bigint {
  const refunded = refunds.filter(isEffective).reduce((sum, refund) => sum + refund.euro_amount, 0n);
  return payment.reversed_at === null ? (payment.settled_euro_amount ?? 0n) - refunded : 0n;
}

/** Returns this payment's share of the coins held for the merchant. */
export function heldOf(facts: PaymentRecords, coin: CoinCode): bigint {
  const { payment } = facts;
  const received = sumOf(facts.receipts.filter((receipt) => receipt.credited && receipt.coin === coin));
  const left = received - releasedOf(facts.releases, coin) + madeGoodOf(facts.releases, coin);
  const active = activeChoice(facts);
  // Only coins of the active choice are ever sold or sent back.
  if (active?.coin !== coin) return left;
  const sold = payment.reversed_at === null ? (payment.settled_coin_amount ?? 0n) : 0n;
  const sentBack = facts.refunds
    .filter(isEffective)
    .reduce((sum, refund) => sum + refund.held_coin_amount, 0n);
  return left - sold - sentBack - lostFeesOf(facts.refunds) + payment.lost_coin_amount;
}

/**
 * Returns the sales for a debt that must be undone because a reorganisation removed their coins. Whole sales are
 * undone, newest first.
 */
export function undoneSalesOf(facts: PaymentFacts): ReleaseShare[] {
  const choice = activeChoice(facts);
  if (!choice) return [];
  let missingMinor = facts.payment.lost_coin_amount - heldOf(facts, choice.coin);
  const undone: ReleaseShare[] = [];
  for (const sale of claimSalesOf(facts.releases).toReversed()) {
    if (missingMinor <= 0n) break;
    undone.push(sale);
    missingMinor -= sale.amount;
  }
  return undone;
}

/**
 * Returns the amount that the provider must pay now for coins of the active choice. A negative amount is returned to
 * the provider.
 */
export function lossOf(facts: PaymentFacts): bigint {
  const choice = activeChoice(facts);
  if (!choice) return 0n;
  return shortageOf(heldOf(facts, choice.coin), facts.payment.lost_coin_amount);
}

/** Returns the same for released coins of other choices. Each coin's loss is stored with its first release. */
export function releaseLossesOf(facts: PaymentFacts): ReleaseLoss[] {
  const active = activeChoice(facts);
  return facts.releases.flatMap(({ id, coin }, index) => {
    const isFirst = facts.releases.findIndex((release) => release.coin === coin) === index;
    if (!isFirst || coin === active?.coin) return [];
    const lossMinor = shortageOf(heldOf(facts, coin), madeGoodOf(facts.releases, coin));
    return lossMinor === 0n ? [] : [{ releaseId: id, coin, lossMinor }];
  });
}

/**
 * Returns the amount that brings a negative share to zero. If earlier compensation is no longer needed, the result is
 * negative: that part is returned.
 */
function shortageOf(heldMinor: bigint, madeGoodMinor: bigint): bigint {
  return -(heldMinor < madeGoodMinor ? heldMinor : madeGoodMinor);
}
