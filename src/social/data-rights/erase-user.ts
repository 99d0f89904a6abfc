import type { Tx } from '../../platform/postgres/client/database.ts';
import { eraseChats } from '../chat/chat-summaries.ts';
import { eraseAttendances } from '../events/attendances.ts';
import { eraseUpdates } from '../live/record-update.ts';
import { deleteUserRow } from './data-rights.store.ts';

/** Everything that is kept about a user, here and in what others see of it. */
export async function eraseUser(tx: Tx, userId: string): Promise<void> {
  await eraseAttendances(tx, userId);
  await eraseChats(tx, userId);
  await eraseUpdates(tx, userId);
  await deleteUserRow(tx, userId);
}
