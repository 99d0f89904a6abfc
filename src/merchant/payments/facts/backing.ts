import type { Tx } from '../../../platform/postgres/client/database.ts';
import { getLockedPayment } from './lock-payment.ts';
import { madeGoodOf } from './payment-facts.rules.ts';
import { findRefundByPayout } from './refund.store.ts';
import { findReleaseByPayout, listReleases } from './release.store.ts';

/**
 * Returns whether the coins that a refund forwards still exist on the chain, and also those sold for the euros that it
 * spends.
 */
export async function isRefundBacked(tx: Tx, payoutId: string): Promise<boolean> {
  const refund = await findRefundByPayout(tx, payoutId);
  if (!refund) return true;
  const payment = await getLockedPayment(tx, refund.payment_id);
  return payment.reversed_at === null && (refund.held_coin_amount === 0n || payment.lost_coin_amount === 0n);
}

/** Returns whether the provider did not have to replace any of the released coins. */
export async function isReleaseBacked(tx: Tx, payoutId: string): Promise<boolean> {
  const release = await findReleaseByPayout(tx, payoutId);
  if (!release) return true;
  const payment = await getLockedPayment(tx, release.payment_id);
  const releases = await listReleases(tx, payment.id);
  return payment.lost_coin_amount === 0n && madeGoodOf(releases, release.coin) === 0n;
}
