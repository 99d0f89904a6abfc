import { transaction } from '../../platform/postgres/client/transaction.ts';
import { revokeCalendarAddress } from '../calendars/calendar-address.ts';
import { freeSeats } from '../events/free-seats.ts';
import { tellOfLeaving } from '../pairs/tell-partners.ts';
import { endAllSessions } from '../sessions/end-sessions.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { lockErasable, markDeleted } from './data-rights.store.ts';
import { erasureMs, eraseUser } from './erase-user.ts';

const batch = 20;

/** Hides the user everywhere, ends every token and frees every place at once; answers until when signing in brings it back. */
export async function deleteUser(context: SocialContext, userId: string): Promise<Date> {
  const now = context.clock.now();
  const announcements = await transaction(context.sql, async (tx) => {
    if (!(await markDeleted(tx, userId, now))) throw problem('unauthorized');
    await revokeCalendarAddress(tx, userId);
    tellOfLeaving(tx, context, userId);
    const announceSeats = await freeSeats(tx, context, userId);
    return [await endAllSessions(tx, context, userId), announceSeats];
  });
  for (const announce of announcements) announce();
  return new Date(now.getTime() + erasureMs(context));
}

/** A few at a time, so that no transaction grows long. Answers how many were erased. */
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
