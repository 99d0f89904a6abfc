import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { eraseUser } from '../data-rights/erase-user.ts';
import type { SocialContext } from '../social.context.ts';
import { issueTokens, sealPurpose, sessionExpiry, type IssuedTokens } from './issue-tokens.ts';
import { newRefreshKey } from './refresh-token.ts';
import { insertSession } from './session.store.ts';
import { restoreUser, upsertUser, type SignedInUser } from './sign-in.store.ts';
import { proveIdentity, type StatedIdentity } from './prove-identity.ts';

export interface SignIn extends StatedIdentity {
  name: string;
}

/** Creates the user at the first sign-in, and brings back one who was deleted a short while ago. */
export async function signIn(context: SocialContext, input: SignIn): Promise<IssuedTokens> {
  const { provider, loginId } = await proveIdentity(context, input);
  const sessionId = newId(context.clock.nowMs());
  const key = newRefreshKey();
  const userId = await transaction(context.sql, async (tx) => {
    const now = context.clock.now();
    const arrive = (): Promise<SignedInUser> =>
      upsertUser(tx, { id: newId(context.clock.nowMs()), provider, loginId, name: input.name, now });
    let user = await arrive();
    if (user.deleted_at !== null) {
      if (user.deleted_at.getTime() > restorableSince(context)) {
        await restoreUser(tx, user.id);
      } else {
        // Its time was over, only the job had not come by yet.
        await eraseUser(tx, user.id);
        user = await arrive();
      }
    }
    await insertSession(tx, {
      id: sessionId,
      userId: user.id,
      sealedKey: context.sealer.seal(key, sealPurpose(sessionId)),
      now,
      expiresAt: sessionExpiry(context),
    });
    return user.id;
  });
  return issueTokens(context, { sessionId, userId, key, generation: 1 });
}

function restorableSince(context: SocialContext): number {
  return context.clock.nowMs() - context.settings.SOCIAL_ERASURE_DAYS * 86_400_000;
}
