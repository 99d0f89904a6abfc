import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { sealPurpose, sessionExpiry, type SessionKey } from './issue-tokens.ts';
import { newRefreshKey } from './refresh-token.ts';
import { insertSession } from './session.store.ts';

/** In the transaction that finds or creates the user. Tokens are issued for the answer after its commit. */
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
