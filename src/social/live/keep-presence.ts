import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { deletePresences, deletePresencesOfUser, upsertPresences } from './presence.store.ts';

/** Longer than the pause between two refreshes, so that one that comes late forgets nobody. */
const presenceLastsMs = 90_000;

export interface PresenceKeeper {
  /** Somebody connected or left; which of the two is looked up when it is written. */
  changed(userId: string): void;
  /** Prolongs the presence of those who are still connected. */
  refresh(userIds: readonly string[]): void;
  close(): Promise<void>;
}

/** Writes down who is connected to this process, so that no device is notified of what is on the screen. */
export function openPresenceKeeper(
  context: SocialContext,
  isConnected: (userId: string) => boolean,
): PresenceKeeper {
  const processId = newId();
  const waiting = new Set<string>();
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    // In batches: when a network fails or comes back, many leave or connect at once.
    await new Promise((resolve) => setTimeout(resolve, 5));
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, 1000);
      for (const userId of batch) waiting.delete(userId);
      const { here = [], gone = [] } = Object.groupBy(batch, (userId) =>
        isConnected(userId) ? 'here' : 'gone',
      );
      const until = new Date(context.clock.nowMs() + presenceLastsMs);
      try {
        if (here.length > 0) await upsertPresences(context.sql, processId, here, until);
        if (gone.length > 0) await deletePresences(context.sql, processId, gone);
      } catch (error) {
        context.log.warn({ err: error }, 'presence could not be written');
      }
    }
    writing = undefined;
  };
  const add = (userIds: readonly string[]): void => {
    for (const userId of userIds) waiting.add(userId);
    if (waiting.size > 0) writing ??= write();
  };
  return {
    changed: (userId) => add([userId]),
    refresh: add,
    async close() {
      await writing;
    },
  };
}

/** For the erasure of a user. */
export async function erasePresences(tx: Tx, userId: string): Promise<void> {
  await deletePresencesOfUser(tx, userId);
}
