import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { eraseChats } from '../chat/chat-summaries.ts';
import { eraseActs } from '../enforcement/list-notices.ts';
import { eraseAttendances } from '../events/free-seats.ts';
import { erasePresences } from '../live/keep-presence.ts';
import { eraseUpdates } from '../updates/record-update.ts';
import { erasePairs } from '../pairs/react.ts';
import { eraseReportsAbout, eraseReportsBy } from '../reports/list-reports.ts';
import type { SocialContext } from '../social.context.ts';
import { barIdentity } from '../suspensions/bar-identity.ts';
import { makeIdentityHashes } from '../suspensions/identity-hash.ts';
import { deleteUserRow } from './data-rights.store.ts';
import { findErasable, lockExpired, reduceUser } from './erased-user.store.ts';

const dayMs = 86_400_000;
const batch = 20;

/** For how long signing in brings a deleted user back. */
export const erasureMs = (context: SocialContext): number => context.settings.SOCIAL_ERASURE_DAYS * dayMs;

/**
 * Erases everything that is kept about a user, here and in what others see of it. If the user was reported, suspended,
 * hidden or blocked, the case stays with a row that only a keyed hash ties to the identity, until `forgetErasedUsers`.
 */
export async function eraseUser(tx: Tx, context: SocialContext, userId: string): Promise<void> {
  const now = context.clock.now();
  const user = await findErasable(tx, userId, now);
  if (!user) return;
  await eraseAttendances(tx, userId);
  // Before the chats: whoever undoes a combination takes the rows of both in this order.
  const otherIds = await erasePairs(tx, userId, user.leavesCase ? now : null);
  await eraseChats(tx, userId);
  await eraseUpdates(tx, userId, otherIds);
  await erasePresences(tx, userId);
  await eraseReportsBy(tx, userId);
  if (user.leavesCase) await reduceUser(tx, userId, await makeIdentityHashes(tx, context, user), now);
  else await forgetCase(tx, context, userId);
}

/**
 * Erases what is left of users who were erased `REPORT_RETENTION_DAYS` ago, open cases included. A suspension that is
 * still in force goes on barring the identity. Returns how many were forgotten.
 */
export async function forgetErasedUsers(context: SocialContext): Promise<number> {
  const before = new Date(context.clock.nowMs() - context.settings.REPORT_RETENTION_DAYS * dayMs);
  let forgotten = 0;
  for (;;) {
    const count = await transaction(context.sql, async (tx) => {
      const userIds = await lockExpired(tx, before, batch);
      for (const userId of userIds) {
        await barIdentity(tx, context, userId);
        await eraseUpdates(tx, userId, await erasePairs(tx, userId, null));
        await forgetCase(tx, context, userId);
      }
      return userIds.length;
    });
    forgotten += count;
    if (count < batch) return forgotten;
  }
}

async function forgetCase(tx: Tx, context: SocialContext, userId: string): Promise<void> {
  await eraseReportsAbout(tx, context, userId);
  await eraseActs(tx, userId);
  await deleteUserRow(tx, userId);
}
