import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  isEffective,
  lostFeesOf,
  madeGoodOf,
  releasedOf,
  type PaymentFacts,
  type PaymentRecords,
  type ReleaseLoss,
} from '../facts/payment-facts.rules.ts';
import { sumOf } from '../facts/payment.rules.ts';
import { activeChoice } from './active-choice.rules.ts';

/** What the merchant was credited and has not paid back. */
export function creditedCents({ payment, refunds }: Pick<PaymentRecords, 'payment' | 'refunds'>): bigint {
  const refunded = refunds.filter(isEffective).reduce((sum, refund) => sum + refund.euro_amount, 0n);
  return payment.reversed_at === null ? (payment.settled_euro_amount ?? 0n) - refunded : 0n;
}

/** What a merchant owes for payments that were reversed, because it had spent the euros by then. */
export interface Owed {
  readonly cents: bigint;
  /** As much of it as the provider's losses bear meanwhile. */
  readonly lossCents: bigint;
}

/** The payment's own share of what is held for the merchant in this coin. */
export function heldOf(facts: PaymentRecords, coin: CoinCode): bigint {
  const { payment } = facts;
  const received = sumOf(facts.receipts.filter((receipt) => receipt.credited && receipt.coin === coin));
  const left = received - releasedOf(facts.releases, coin) + madeGoodOf(facts.releases, coin);
  const active = activeChoice(facts);
  // Only coins of the choice that counts are ever sold or sent back.
  if (active?.coin !== coin) return left;
  const sold = payment.reversed_at === null ? (payment.settled_coin_amount ?? 0n) : 0n;
  const sentBack = facts.refunds
    .filter(isEffective)
    .reduce((sum, refund) => sum + refund.held_coin_amount, 0n);
  return left - sold - sentBack - lostFeesOf(facts.refunds) + payment.lost_coin_amount;
}

/** What the provider has to put in now for coins of the choice that counts; below zero, what it gets again. */
export function lossOf(facts: PaymentFacts): bigint {
  const choice = activeChoice(facts);
  if (!choice) return 0n;
  return shortageOf(heldOf(facts, choice.coin), facts.payment.lost_coin_amount);
}

/** The same for coins of other choices that staff have released. Each coin's loss is kept with its first release. */
export function releaseLossesOf(facts: PaymentFacts): ReleaseLoss[] {
  const active = activeChoice(facts);
  return facts.releases.flatMap(({ id, coin }, index) => {
    const isFirst = facts.releases.findIndex((release) => release.coin === coin) === index;
    if (!isFirst || coin === active?.coin) return [];
    const lossMinor = shortageOf(heldOf(facts, coin), madeGoodOf(facts.releases, coin));
    return lossMinor === 0n ? [] : [{ releaseId: id, coin, lossMinor }];
  });
}

/** A share below zero is made good; of what was made good before, as much goes back as is not needed any more. */
function shortageOf(heldMinor: bigint, madeGoodMinor: bigint): bigint {
  return -(heldMinor < madeGoodMinor ? heldMinor : madeGoodMinor);
}
