import type { SocialContext } from '../social.context.ts';
import { findPresences } from './presence.store.ts';

export interface Presence {
  isOnline: boolean;
  /** To the minute: what is more exact is nobody's business. */
  active_at: string | null;
}

const minuteMs = 60_000;
const unknown: Presence = { isOnline: false, active_at: null };

/** Who is connected now, and when the others were last there; only for those who are combined with them. */
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
