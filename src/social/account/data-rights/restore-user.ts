import type { Tx } from '../../../platform/postgres/client/database.ts';
import { restoreSeats } from '../../events/free-seats.ts';
import { notifyOfReturn } from '../../people/pairs/notify-partners.ts';
import type { SocialContext } from '../../social.context.ts';
import { clearDeletion } from './data-rights.store.ts';
import { erasureMs, eraseUser } from './erase-user.ts';

/**
 * Restores a deleted user who signs in, with the places that are still free. If it is too late, erases the user now,
 * before the hourly job, and returns false. Requires the lock of the user's row.
 */
export async function restoreUser(
  tx: Tx,
  context: SocialContext,
  userId: string,
  deletedAt: Date,
): Promise<boolean> {
  const inTime = isRestorable(context, deletedAt);
  if (inTime) {
    await clearDeletion(tx, userId);
    notifyOfReturn(tx, context, userId);
    await restoreSeats(tx, context, userId);
  } else await eraseUser(tx, context, userId);
  return inTime;
}

export const isRestorable = (context: SocialContext, deletedAt: Date): boolean =>
  deletedAt.getTime() > context.clock.nowMs() - erasureMs(context);
