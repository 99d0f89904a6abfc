import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../../social.context.ts';
import { readSuspension, type Suspension } from '../suspensions/read-suspension.ts';
import { refuseSuspended } from '../suspensions/refuse-suspended.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import {
  issueTokens,
  sealPurpose,
  sessionExpiry,
  type IssuedTokens,
  type SessionKey,
} from './issue-tokens.ts';
import { isGenuine, readRefreshToken } from './refresh-token.ts';
import { endSession, lockSession, rotateSession } from './session.store.ts';

type Outcome = SessionKey | Suspension | 'refused' | 'reused';

/**
 * Returns the next refresh token. The previous token returns the same successor again until that is used, so a phone
 * that lost the answer or asked five times at once stays signed in. The use of an older token means that a copy was
 * stolen, so it ends the whole session.
 */
export async function refreshSession(context: SocialContext, refreshToken: string): Promise<IssuedTokens> {
  const stated = readRefreshToken(refreshToken);
  if (!stated) throw problem('invalid_grant');
  const outcome = await transaction(context.sql, async (tx): Promise<Outcome> => {
    const session = await lockSession(tx, stated.sessionId);
    const now = context.clock.now();
    if (!session || session.expires_at <= now) return 'refused';
    const key = context.sealer.open(session.sealed_key, sealPurpose(session.id));
    if (!isGenuine(key, stated)) return 'refused';
    if (session.ended_at !== null) {
      // A suspension ends all sessions. Only a client with a token that was still valid learns the reason.
      const isGood = stated.generation >= session.generation - 1;
      return (isGood && (await readSuspension(tx, context, session.user_id))) || 'refused';
    }
    const successor = { sessionId: session.id, userId: session.user_id, key };
    if (stated.generation === session.generation) {
      await rotateSession(tx, session.id, sessionExpiry(context));
      return { ...successor, generation: session.generation + 1 };
    }
    // The present token has not been used yet: its use would have made this one two generations old.
    if (stated.generation === session.generation - 1) return { ...successor, generation: session.generation };
    await endSession(tx, session.id, now);
    return 'reused';
  });
  if (outcome === 'reused') {
    context.liveSessions.announceEnded([stated.sessionId]);
    context.log.warn(
      { session: stated.sessionId },
      'an old refresh token was used again; its session was ended',
    );
  }
  if (typeof outcome === 'string') throw problem('invalid_grant');
  if ('reason' in outcome) throw refuseSuspended(context, outcome);
  return issueTokens(context, outcome);
}
