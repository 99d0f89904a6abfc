import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { eraseChats } from '../../conversation/chat/chat-summaries.ts';
import { eraseActs } from '../../safety/enforcement/list-notices.ts';
import { eraseAttendances } from '../../events/free-seats.ts';
import { erasePresences } from '../../conversation/live/keep-presence.ts';
import { eraseUpdates } from '../../delivery/updates/record-update.ts';
import { erasePairs } from '../../people/pairs/react.ts';
import { eraseReportsAbout, eraseReportsBy } from '../../safety/reports/list-reports.ts';
import type { SocialContext } from '../../social.context.ts';
import { barIdentity } from '../../access/suspensions/bar-identity.ts';
import { makeIdentityHashes } from '../../access/suspensions/identity-hash.ts';
import { deleteUserRow } from './data-rights.store.ts';
import { findErasable, lockExpired, reduceUser } from './erased-user.store.ts';

const dayMs = 86_400_000;
const batch = 20;

export const erasureMs = (context: SocialContext): number => context.settings.SOCIAL_ERASURE_DAYS * dayMs;

/**
 * Erases everything stored about a user, including what others see of the user. If the user was reported, suspended,
 * hidden or blocked, the case is kept until `forgetErasedUsers`, with a row that only a keyed hash ties to the
 * identity.
 */
export async function eraseUser(tx: Tx, context: SocialContext, userId: string): Promise<void> {
  const now = context.clock.now();
  const user = await findErasable(tx, userId, now);
  if (!user) return;
  await eraseAttendances(tx, userId);
  // Pairs before chats: undoing a combination locks the rows of both in this order, so another order could deadlock.
  const otherIds = await erasePairs(tx, userId, user.leavesCase ? now : null);
  await eraseChats(tx, userId);
  await eraseUpdates(tx, userId, otherIds);
  await erasePresences(tx, userId);
  await eraseReportsBy(tx, userId);
  if (user.leavesCase) await reduceUser(tx, userId, await makeIdentityHashes(tx, context, user), now);
  else await forgetCase(tx, context, userId);
}

/**
 * Erases the rest of users who were erased `REPORT_RETENTION_DAYS` ago, including open cases. A suspension that is
 * still in force keeps barring the identity. Returns the number of users.
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
