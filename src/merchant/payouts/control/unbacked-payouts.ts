import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { endPayout } from '../end-payout.ts';
import type { PayoutOwners } from '../payout-owner.ts';
import type { Payout } from '../payout.rules.ts';
import { lockPayout } from '../payout.store.ts';

/** Rolls back the signing of a payout whose funds are gone. */
export class Unbacked extends Error {
  readonly payout: Payout;

  constructor(payout: Payout) {
    super('a payout is no longer backed');
    this.payout = payout;
  }
}

/** Rejects payouts of coins that a reorganisation has removed since the request. */
export async function refuseUnbacked(
  tx: Tx,
  owners: PayoutOwners,
  payouts: readonly Payout[],
): Promise<void> {
  for (const payout of payouts) {
    if ((await owners[payout.kind]?.isBacked?.(tx, payout)) === false) throw new Unbacked(payout);
  }
}

/** Ends the payout as failed and gives the reserved amounts back. */
export function dropUnbacked(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'log'>,
  owners: PayoutOwners,
  { id, coin, psp_id: psp }: Payout,
): Promise<void> {
  return transaction(context.sql, async (tx) => {
    const payout = await lockPayout(tx, id);
    if (payout?.status !== 'RESERVED') return;
    postMovements(tx, context, await endPayout(tx, context, owners, payout, 'FAILED'));
    context.log.error(
      { payout: id, coin, psp },
      'a payout was given up: the chain took back the coins behind it',
    );
  });
}
