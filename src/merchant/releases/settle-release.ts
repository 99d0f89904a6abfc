import assert from 'node:assert/strict';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Movement } from '../ledger/ledger.rules.ts';
import { bringUpToDate } from '../payments/bring-up-to-date.ts';
import { getLockedPayment } from '../payments/lock-payment.ts';
import type { PayoutContext, PayoutOwner } from '../payouts/payout-owner.ts';
import type { Payout } from '../payouts/payout.rules.ts';
import { takeBackMovement, type Release } from './release.rules.ts';
import { findByPayout, setReleaseStatus } from './release.store.ts';

/** What becomes of released coins when their payout has ended. No order speaks of it: the merchant did not ask for it. */
export const releaseOwner: PayoutOwner = {
  async completed(tx, context, payout) {
    const release = await getRelease(tx, payout);
    await setReleaseStatus(tx, release.id, 'COMPLETED', context.clock.now());
    context.log.info(
      { release: release.id, payment: release.payment_id, coin: release.coin, by: release.released_by },
      'released coins have arrived',
    );
    return [];
  },
  failed: holdAgain,
  reversed: holdAgain,
};

/** The coins are held as before, and staff are called again. */
async function holdAgain(tx: Tx, context: PayoutContext, payout: Payout): Promise<Movement[]> {
  const release = await getRelease(tx, payout);
  const payment = await getLockedPayment(tx, release.payment_id);
  await setReleaseStatus(tx, release.id, 'FAILED', context.clock.now());
  const { movements } = await bringUpToDate(tx, context, payment);
  return [takeBackMovement(payment.psp_id, release), ...movements];
}

async function getRelease(tx: Tx, payout: Payout): Promise<Release> {
  const release = await findByPayout(tx, payout.id);
  assert(release, `payout ${payout.id} belongs to no release`);
  return release;
}
