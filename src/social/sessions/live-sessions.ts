import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import type { Signals } from '../../platform/signals/signals.ts';
import type { LiveSessions } from '../social.context.ts';
import { isSessionLive } from './session.store.ts';

/** Announces which sessions have ended: their ids with blanks between them. */
export const endedSessionsChannel = 'social-sessions';
/** How long an ended session could pass at most, should the signal of its end be lost on the way. */
const rememberMs = 1000;
const maximumRemembered = 50_000;

/**
 * A signed token is good until it expires unless somebody looks: this looks, at most once a second for each
 * session. The end of a session is known at once in the process that ended it, and in the others as fast as a signal.
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
