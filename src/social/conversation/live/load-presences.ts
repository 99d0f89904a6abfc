import type { SocialContext } from '../../social.context.ts';
import { findPresences } from './presence.store.ts';

export interface Presence {
  isOnline: boolean;
  /** Rounded to the minute for privacy. */
  active_at: string | null;
}

const minuteMs = 60_000;
const unknown: Presence = { isOnline: false, active_at: null };

/**
 * Returns which users are connected now, and the last activity of the others. Call it only for users combined with the
 * viewer.
 */
export async function loadPresences(
  { sql, clock }: Pick<SocialContext, 'sql' | 'clock'>,
  userIds: readonly string[],
): Promise<(userId: string) => Presence> {
  const rows = userIds.length === 0 ? [] : await findPresences(sql, userIds, clock.now());
  const found = new Map<string, Presence>(
    rows.map(({ userId, isOnline, lastActiveAt }) => {
      const ms = lastActiveAt.getTime();
      return [userId, { isOnline, active_at: new Date(ms - (ms % minuteMs)).toISOString() }];
    }),
  );
  return (userId) => found.get(userId) ?? unknown;
}
