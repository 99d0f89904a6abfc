import { isId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { transaction, type Beside } from '../../platform/postgres/client/transaction.ts';
import { postMovements } from '../ledger/post-movement.ts';
import { endPayout } from './end-payout.ts';
import type { PayoutOwners } from './payout-owner.ts';
import type { OpenPayout, PayoutStatus } from './payout.rules.ts';
import { listOpen, lockPayout, type OpenFilter } from './payout.store.ts';

/** Those that have not ended or that the chain has lost again, the oldest first. */
export const listPayouts = (
  context: Pick<Platform, 'sql'>,
  limit: number,
  filter: OpenFilter = {},
): Promise<OpenPayout[]> => listOpen(context.sql, limit, filter);

/** Gives a payout up that was never signed. What was signed may be mined at any time, whatever we wish. */
export async function cancelPayout(
  context: Pick<Platform, 'sql' | 'clock' | 'log'>,
  owners: PayoutOwners,
  id: string,
  recorded?: Beside,
): Promise<'cancelled' | 'unknown' | Exclude<PayoutStatus, 'RESERVED'>> {
  if (!isId(id)) return 'unknown';
  return transaction(context.sql, async (tx) => {
    const payout = await lockPayout(tx, id);
    if (!payout) return 'unknown';
    if (payout.status !== 'RESERVED') return payout.status;
    postMovements(tx, context, await endPayout(tx, context, owners, payout, 'FAILED'));
    await recorded?.(tx);
    return 'cancelled';
  });
}
