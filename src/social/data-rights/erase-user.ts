import type { Tx } from '../../platform/postgres/client/database.ts';
import { eraseChats } from '../chat/chat-summaries.ts';
import { eraseAttendances } from '../events/free-seats.ts';
import { erasePresences } from '../live/keep-presence.ts';
import { eraseUpdates } from '../updates/record-update.ts';
import { erasePairs } from '../pairs/react.ts';
import type { SocialContext } from '../social.context.ts';
import { deleteUserRow, eraseReports } from './data-rights.store.ts';

const dayMs = 86_400_000;

/** For how long signing in brings a deleted user back. */
export const erasureMs = (context: SocialContext): number => context.settings.SOCIAL_ERASURE_DAYS * dayMs;

/** Everything that is kept about a user, here and in what others see of it. */
export async function eraseUser(tx: Tx, userId: string): Promise<void> {
  await eraseAttendances(tx, userId);
  // Before the chats: whoever undoes a combination takes the rows of both in this order.
  const otherIds = await erasePairs(tx, userId);
  await eraseChats(tx, userId);
  await eraseUpdates(tx, userId, otherIds);
  await erasePresences(tx, userId);
  await eraseReports(tx, userId);
  await deleteUserRow(tx, userId);
}
