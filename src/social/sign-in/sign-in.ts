import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { restoreUser } from '../data-rights/restore-user.ts';
import { createSession } from '../sessions/create-session.ts';
import { issueTokens, type IssuedTokens } from '../sessions/issue-tokens.ts';
import type { SocialContext } from '../social.context.ts';
import { upsertUser, type SignedInUser } from './sign-in.store.ts';
import { proveIdentity, type StatedIdentity } from './prove-identity.ts';

export interface SignIn extends StatedIdentity {
  name: string;
  /** In which mails to this user are written. */
  language: string;
}

/** Creates the user at the first sign-in, and brings back one who was deleted a short while ago. */
export async function signIn(context: SocialContext, input: SignIn): Promise<IssuedTokens> {
  const identity = await proveIdentity(context, input);
  const session = await transaction(context.sql, async (tx) => {
    const findOrCreate = (): Promise<SignedInUser> => {
      const id = newId(context.clock.nowMs());
      const { name, language } = input;
      return upsertUser(tx, { id, ...identity, name, language, now: context.clock.now() });
    };
    let user = await findOrCreate();
    const isErased = user.deleted_at !== null && !(await restoreUser(tx, context, user.id, user.deleted_at));
    if (isErased) user = await findOrCreate();
    return createSession(tx, context, user.id);
  });
  return issueTokens(context, session);
}
