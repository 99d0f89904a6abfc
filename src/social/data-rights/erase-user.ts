import type { Tx } from '../../platform/postgres/client/database.ts';
import { eraseChats } from '../chat/chat-summaries.ts';
import { eraseActs } from '../enforcement/list-notices.ts';
import { eraseAttendances } from '../events/free-seats.ts';
import { erasePresences } from '../live/keep-presence.ts';
import { eraseUpdates } from '../updates/record-update.ts';
import { erasePairs } from '../pairs/react.ts';
import { eraseReports } from '../reports/list-reports.ts';
import type { SocialContext } from '../social.context.ts';
import { barIdentity } from '../suspensions/bar-identity.ts';
import { deleteUserRow } from './data-rights.store.ts';

const dayMs = 86_400_000;

/** For how long signing in brings a deleted user back. */
export const erasureMs = (context: SocialContext): number => context.settings.SOCIAL_ERASURE_DAYS * dayMs;

/** Everything that is kept about a user, here and in what others see of it. */
export async function eraseUser(tx: Tx, context: SocialContext, userId: string): Promise<void> {
  // First: what is left of a suspension is read from the user's row and its act.
  await barIdentity(tx, context, userId);
  await eraseAttendances(tx, userId);
  // Before the chats: whoever undoes a combination takes the rows of both in this order.
  const otherIds = await erasePairs(tx, userId);
  await eraseChats(tx, userId);
  await eraseUpdates(tx, userId, otherIds);
  await erasePresences(tx, userId);
  await eraseReports(tx, context, userId);
  await eraseActs(tx, userId);
  await deleteUserRow(tx, userId);
}
