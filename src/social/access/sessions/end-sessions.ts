import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../../social.context.ts';
import { sealPurpose } from './issue-tokens.ts';
import { isGenuine, readRefreshToken } from './refresh-token.ts';
import {
  endSession,
  endUserSessions,
  lockSession,
  removeOldIdTokens,
  removeOldSessions,
} from './session.store.ts';

const dayMs = 86_400_000;

export async function signOut(context: SocialContext, sessionId: string): Promise<void> {
  await transaction(context.sql, (tx) => endSession(tx, sessionId, context.clock.now()));
  context.liveSessions.announceEnded([sessionId]);
}

/** Ends the session of a refresh token, even if the token was renewed since. A forged token ends nothing. */
export async function endSessionOf(context: SocialContext, refreshToken: string): Promise<void> {
  const stated = readRefreshToken(refreshToken);
  if (!stated) return;
  const isEnded = await transaction(context.sql, async (tx) => {
    const session = await lockSession(tx, stated.sessionId);
    if (!session || !isGenuine(context.sealer.open(session.sealed_key, sealPurpose(session.id)), stated))
      return false;
    await endSession(tx, session.id, context.clock.now());
    return true;
  });
  if (isEnded) context.liveSessions.announceEnded([stated.sessionId]);
}

/**
 * Ends all sessions of a user. Call the returned function after the commit: it invalidates the user's tokens in every
 * process.
 */
export async function endAllSessions(tx: Tx, context: SocialContext, userId: string): Promise<() => void> {
  const sessionIds = await endUserSessions(tx, userId, context.clock.now());
  return () => context.liveSessions.announceEnded(sessionIds);
}

/** Deletes sessions that expired more than a day ago, and used ID tokens that are too old to be accepted. */
export async function removeExpiredSessions(context: SocialContext): Promise<void> {
  const before = new Date(context.clock.nowMs() - dayMs);
  await inBatches((limit) => removeOldSessions(context.sql, before, limit));
  await inBatches((limit) => removeOldIdTokens(context.sql, context.clock.now(), limit));
}

export function sessionCrons(context: SocialContext): CronDefinition[] {
  return [
    {
      name: 'social_forget_old_sessions',
      schedule: '41 * * * *',
      run: () => removeExpiredSessions(context),
    },
  ];
}
