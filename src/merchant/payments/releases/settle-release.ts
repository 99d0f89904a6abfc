import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Movement } from '../../books/ledger.rules.ts';
import { isReleaseBacked } from '../facts/backing.ts';
import { completeRelease, failRelease } from '../judging/record-release.ts';
import type { PayoutContext, PayoutOwner } from '../../payouts/payout-owner.ts';
import type { Payout } from '../../payouts/payout.rules.ts';
import { takeBackMovement } from './release.rules.ts';

/**
 * Updates released coins when their payout ends. There is no order to update, because the merchant did not request the
 * release.
 */
export const releaseOwner: PayoutOwner = {
  async approved() {},
  isBacked: (tx, payout) => isReleaseBacked(tx, payout.id),
  async completed(tx, context, payout) {
    const release = await completeRelease(tx, context, payout.id);
    context.log.info(
      { release: release.id, payment: release.payment_id, coin: release.coin, by: release.released_by },
      'released coins have arrived',
    );
    return [];
  },
  failed: holdAgain,
  reversed: holdAgain,
};

/** Holds the coins again and raises an alert. */
async function holdAgain(tx: Tx, context: PayoutContext, payout: Payout): Promise<Movement[]> {
  const { release, facts, movements } = await failRelease(tx, context, payout.id);
  return [takeBackMovement(facts.payment.psp_id, release), ...movements];
}
