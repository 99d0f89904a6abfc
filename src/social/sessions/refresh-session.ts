import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import {
  issueTokens,
  sealPurpose,
  sessionExpiry,
  type IssuedTokens,
  type SessionKey,
} from './issue-tokens.ts';
import { isGenuine, readRefreshToken } from './refresh-token.ts';
import { endSession, lockSession, rotateSession } from './session.store.ts';

/** Gives the next refresh token. One that was already used ends the whole session, for its thief and for its owner. */
export async function refreshSession(context: SocialContext, refreshToken: string): Promise<IssuedTokens> {
  const stated = readRefreshToken(refreshToken);
  if (!stated) throw problem('invalid_grant');
  const outcome = await transaction(context.sql, async (tx): Promise<SessionKey | 'refused' | 'reused'> => {
    const session = await lockSession(tx, stated.sessionId);
    const now = context.clock.now();
    if (!session || session.ended_at !== null || session.expires_at <= now) return 'refused';
    const key = context.sealer.open(session.sealed_key, sealPurpose(session.id));
    if (!isGenuine(key, stated)) return 'refused';
    if (stated.generation === session.generation) {
      await rotateSession(tx, session.id, sessionExpiry(context));
      return { sessionId: session.id, userId: session.user_id, key, generation: session.generation + 1 };
    }
    await endSession(tx, session.id, now);
    return 'reused';
  });
  if (outcome === 'reused') {
    context.liveSessions.announceEnded([stated.sessionId]);
    context.log.warn({ session: stated.sessionId }, 'a refresh token was used twice; its session was ended');
  }
  if (typeof outcome === 'string') throw problem('invalid_grant');
  return issueTokens(context, outcome);
}
