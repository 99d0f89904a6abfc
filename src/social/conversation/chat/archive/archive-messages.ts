import type { DetachRule } from '../../../../platform/partitions/detach-partition.ts';
import { countUnread, deleteEmptied, lockUnreadChats } from './chat-archive.store.ts';

/**
 * Rule for archiving old months of chats. After that a chat begins later, as if it had been emptied up to that point.
 */
export const messageDetachRule: DetachRule = {
  afterDays: 90,
  async detaching(tx, leaf) {
    await lockUnreadChats(tx, leaf);
    await countUnread(tx, leaf, -1);
  },
  async attached(tx, leaf) {
    await deleteEmptied(tx, leaf);
    await countUnread(tx, leaf, 1);
  },
};
