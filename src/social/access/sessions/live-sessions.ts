import type { Clock } from '../../../platform/clock.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Signals } from '../../../platform/signals/signals.ts';
import type { LiveSessions } from '../../social.context.ts';
import { isEndedByDeletion, isSessionLive } from './session.store.ts';

/** Signal of ended sessions. The payload is their ids, separated by spaces. */
export const endedSessionsChannel = 'social-sessions';
/**
 * Time for which a session is cached as live. It bounds how long an ended session is accepted if the signal is lost.
 */
const rememberMs = 1000;
const maximumRemembered = 50_000;

/**
 * Checks whether the sessions of signed tokens have ended. Reads the database at most once a second per session. The
 * process that ends a session knows it at once, the others by signal.
 */
export function openLiveSessions(platform: { sql: Sql; signals: Signals; clock: Clock }): LiveSessions {
  const seenMs = new Map<string, number>();
  const forget = (payload: string | undefined): void => {
    if (payload === undefined) seenMs.clear();
    else for (const id of payload.split(' ')) seenMs.delete(id);
  };
  platform.signals.subscribe(endedSessionsChannel, forget);
  const isKnownLive = (sessionId: string): boolean =>
    performance.now() - (seenMs.get(sessionId) ?? Number.NEGATIVE_INFINITY) < rememberMs;
  return {
    isKnownLive,
    async isLive(sessionId) {
      const nowMs = performance.now();
      if (isKnownLive(sessionId)) return true;
      const live = await isSessionLive(platform.sql, sessionId, platform.clock.now());
      seenMs.delete(sessionId);
      if (live) {
        if (seenMs.size >= maximumRemembered) forgetOldest(seenMs);
        seenMs.set(sessionId, nowMs);
      }
      return live;
    },
    isEndedByDeletion: (sessionId) => isEndedByDeletion(platform.sql, sessionId),
    announceEnded(sessionIds) {
      for (let at = 0; at < sessionIds.length; at += 50) {
        const payload = sessionIds.slice(at, at + 50).join(' ');
        forget(payload);
        platform.signals.publish(endedSessionsChannel, payload);
      }
    },
  };
}

function forgetOldest(seenMs: Map<string, number>): void {
  const oldest = seenMs.keys().next().value;
  if (oldest !== undefined) seenMs.delete(oldest);
}
