import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { SocialContext } from '../../social.context.ts';
import {
  deletePresences,
  deletePresencesOfUser,
  upsertPresences,
  deleteOldPresences,
} from './presence.store.ts';

/**
 * Lifetime of a presence in milliseconds. Longer than the refresh interval, so that a late refresh does not show people
 * as offline.
 */
const presenceLastsMs = 90_000;

export interface PresenceKeeper {
  /** Records that a user connected or left. The current state is looked up when it is written. */
  changed(userId: string): void;
  /** Extends the presence of users who are still connected. */
  refresh(userIds: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * Stores which users are connected to this process, so that their devices get no push notification for messages already
 * on screen.
 */
export function openPresenceKeeper(
  context: SocialContext,
  isConnected: (userId: string) => boolean,
): PresenceKeeper {
  const processId = newId();
  const waiting = new Set<string>();
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    // In batches: many users leave or connect at once when a network fails or returns.
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

export async function erasePresences(tx: Tx, userId: string): Promise<void> {
  await deletePresencesOfUser(tx, userId);
}

export function liveCrons({ sql, clock }: Pick<SocialContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    {
      name: 'social_forget_presences',
      schedule: '*/15 * * * *',
      async run() {
        await inBatches((limit) => deleteOldPresences(sql, clock.now(), limit));
      },
    },
  ];
}
