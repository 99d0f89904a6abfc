import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Movement } from '../ledger/ledger.rules.ts';
import { isReleaseBacked } from '../payments/facts/backing.ts';
import { completeRelease, failRelease } from '../payments/judging/record-release.ts';
import type { PayoutContext, PayoutOwner } from '../payouts/payout-owner.ts';
import type { Payout } from '../payouts/payout.rules.ts';
import { takeBackMovement } from './release.rules.ts';

/** What becomes of released coins when their payout has ended. No order speaks of it: the merchant did not ask for it. */
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

/** The coins are held as before, and staff are called again. */
async function holdAgain(tx: Tx, context: PayoutContext, payout: Payout): Promise<Movement[]> {
  const { release, facts, movements } = await failRelease(tx, context, payout.id);
  return [takeBackMovement(facts.payment.psp_id, release), ...movements];
}
