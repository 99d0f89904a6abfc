import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { SocialContext } from '../../social.context.ts';
import { sealPurpose, sessionExpiry, type SessionKey } from './issue-tokens.ts';
import { newRefreshKey } from './refresh-token.ts';
import { insertSession, lockSession, repeatMs } from './session.store.ts';

/** Creates a session in the transaction that finds or creates the user. The tokens are issued after its commit. */
export async function createSession(
  tx: Tx,
  context: SocialContext,
  userId: string,
  provenAt: Date,
): Promise<SessionKey> {
  const sessionId = newId(context.clock.nowMs());
  const key = newRefreshKey();
  await insertSession(tx, {
    id: sessionId,
    userId,
    sealedKey: context.sealer.seal(key, sealPurpose(sessionId)),
    now: context.clock.now(),
    provenAt,
    expiresAt: sessionExpiry(context),
  });
  return { sessionId, userId, key, generation: 1 };
}

/** Returns a session that began within the last `repeatMs`, if none of its tokens was used. */
export async function findUnusedSession(
  tx: Tx,
  context: SocialContext,
  sessionId: string,
  begunAt: Date,
): Promise<SessionKey | undefined> {
  const session = await lockSession(tx, sessionId);
  if (!session || session.ended_at !== null || session.used_at !== null || session.generation > 1)
    return undefined;
  if (context.clock.nowMs() - begunAt.getTime() > repeatMs) return undefined;
  const key = context.sealer.open(session.sealed_key, sealPurpose(session.id));
  return { sessionId, userId: session.user_id, key, generation: 1 };
}
