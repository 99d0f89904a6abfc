import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { endUserSessions, removeOldSessions } from './session.store.ts';

/** Answers their ids: announce them after the commit. */
export async function endAllSessions(tx: Tx, userId: string, now: Date): Promise<string[]> {
  return endUserSessions(tx, userId, now);
}

/** Those that have been over for a day. */
export async function forgetOldSessions(context: SocialContext): Promise<void> {
  while ((await removeOldSessions(context.sql, new Date(context.clock.nowMs() - 86_400_000))) === 1000);
}
