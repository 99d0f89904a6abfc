import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { revokeCalendarAddress } from '../../events/calendars/calendar-address.ts';
import { freeSeats } from '../../events/free-seats.ts';
import { notifyOfLeaving } from '../../people/pairs/notify-partners.ts';
import { endAllSessions } from '../../access/sessions/end-sessions.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findDeletion, lockErasable, markDeleted } from './data-rights.store.ts';
import { erasureMs, eraseUser } from './erase-user.ts';

const batch = 20;

/**
 * Hides the user everywhere, ends every token and frees every place at an event. Returns the time until which a sign-in
 * restores the user. A repeated request keeps the first date.
 */
export async function deleteUser(context: SocialContext, userId: string): Promise<Date> {
  const now = context.clock.now();
  const { deletedAt, announcements } = await transaction(context.sql, async (tx) => {
    if (!(await markDeleted(tx, userId, now))) {
      const earlier = await findDeletion(tx, userId);
      if (!earlier) throw problem('unauthorized');
      return { deletedAt: earlier, announcements: [] };
    }
    await revokeCalendarAddress(tx, userId);
    notifyOfLeaving(tx, context, userId);
    const announceSeats = await freeSeats(tx, context, userId);
    return { deletedAt: now, announcements: [await endAllSessions(tx, context, userId), announceSeats] };
  });
  for (const announce of announcements) announce();
  return new Date(deletedAt.getTime() + erasureMs(context));
}

/** Erases users in small batches, so that transactions stay short. Returns the number erased. */
export async function eraseDeletedUsers(context: SocialContext): Promise<number> {
  const before = new Date(context.clock.nowMs() - erasureMs(context));
  let erased = 0;
  for (;;) {
    const count = await transaction(context.sql, async (tx) => {
      const userIds = await lockErasable(tx, before, batch);
      for (const userId of userIds) await eraseUser(tx, context, userId);
      return userIds.length;
    });
    erased += count;
    if (count < batch) return erased;
  }
}
