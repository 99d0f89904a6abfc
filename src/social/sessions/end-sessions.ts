import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../social.context.ts';
import { endSession, endUserSessions, removeOldSessions } from './session.store.ts';

const dayMs = 86_400_000;

export async function signOut(context: SocialContext, sessionId: string): Promise<void> {
  await transaction(context.sql, (tx) => endSession(tx, sessionId, context.clock.now()));
  context.liveSessions.announceEnded([sessionId]);
}

/** Call the answer after the commit: it ends what the user's tokens can do, in every process. */
export async function endAllSessions(tx: Tx, context: SocialContext, userId: string): Promise<() => void> {
  const sessionIds = await endUserSessions(tx, userId, context.clock.now());
  return () => context.liveSessions.announceEnded(sessionIds);
}

/** Removes those that expired more than a day ago. */
export async function removeExpiredSessions(context: SocialContext): Promise<void> {
  const before = new Date(context.clock.nowMs() - dayMs);
  await inBatches((limit) => removeOldSessions(context.sql, before, limit));
}
