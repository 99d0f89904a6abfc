import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { sealPurpose, type SessionKey } from './issue-tokens.ts';
import { lockSession, repeatMs } from './session.store.ts';

/** Returns a session that was begun a moment ago, while none of its tokens was used. */
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
