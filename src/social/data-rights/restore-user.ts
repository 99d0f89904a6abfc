import type { Tx } from '../../platform/postgres/client/database.ts';
import { restoreSeats } from '../events/free-seats.ts';
import { tellOfReturn } from '../pairs/tell-partners.ts';
import type { SocialContext } from '../social.context.ts';
import { clearDeletion } from './data-rights.store.ts';
import { erasureMs, eraseUser } from './erase-user.ts';

/**
 * For a deleted user who signs in, with the user's row locked. True: the user is back, with the places that are left. False: it was too late, and
 * everything is erased now, where the hourly job has not done it yet.
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
    tellOfReturn(tx, context, userId);
    await restoreSeats(tx, context, userId);
  } else await eraseUser(tx, context, userId);
  return inTime;
}

/** Whether the time to come back has not passed yet. */
export const isRestorable = (context: SocialContext, deletedAt: Date): boolean =>
  deletedAt.getTime() > context.clock.nowMs() - erasureMs(context);
