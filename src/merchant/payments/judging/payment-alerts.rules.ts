import { releasedOf, type PaymentFacts, type ReleaseLoss } from '../facts/payment-facts.rules.ts';
import { belongsTo, sumOf, type Choice, type PaymentStatus } from '../facts/payment.rules.ts';
import { isWorthACent } from './active-choice.rules.ts';
import { heldOf } from './held-share.rules.ts';

export const paymentAlerts = [
  'reversed',
  'lost_coins',
  'stray_coins',
  'coins_after_end',
  'unresolved',
] as const;
export type PaymentAlert = (typeof paymentAlerts)[number];

export function alertsOf(seen: {
  after: PaymentFacts;
  status: PaymentStatus;
  choice: Choice | undefined;
  reverse: boolean;
  lossMinor: bigint;
  releaseLosses: readonly ReleaseLoss[];
}): PaymentAlert[] {
  const { after, choice, status, lossMinor } = seen;
  const alerts: PaymentAlert[] = [];
  if (seen.reverse) alerts.push('reversed');
  if (lossMinor > 0n || seen.releaseLosses.some((loss) => loss.lossMinor > 0n)) alerts.push('lost_coins');
  // Before the deadline the active choice can still change.
  const decided = status !== 'PENDING';
  if (decided && choice && hasStrays(after, choice, lossMinor)) alerts.push('stray_coins');
  const ended = ['REFUNDING', 'REFUNDED', 'REVERSED'].includes(status);
  if (ended && choice && heldOf(after, choice.coin) + lossMinor > 0n) alerts.push('coins_after_end');
  return alerts;
}

/**
 * Returns whether coins for another choice than the active one are left: neither released nor, if of the same coin,
 * refunded. Amounts below a cent are ignored.
 */
function hasStrays(facts: PaymentFacts, choice: Choice, lossMinor: bigint): boolean {
  const worthwhile = facts.choices.filter((other) => other.id !== choice.id && isWorthACent(facts, other));
  const strays = facts.receipts.filter(
    (receipt) => receipt.credited && worthwhile.some((other) => belongsTo(other, receipt)),
  );
  return [...Map.groupBy(strays, (receipt) => receipt.coin)].some(
    ([coin, own]) =>
      sumOf(own) > releasedOf(facts.releases, coin) &&
      (coin !== choice.coin || heldOf(facts, coin) + lossMinor > 0n),
  );
}
