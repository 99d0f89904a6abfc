import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { actAs } from '../../platform/postgres/replicas/request-scope.ts';
import { isRestorable, restoreUser } from '../data-rights/restore-user.ts';
import { takeUpCase } from '../data-rights/take-up-case.ts';
import { restoreSeats } from '../events/free-seats.ts';
import { createSession } from '../sessions/create-session.ts';
import { issueTokens, type IssuedTokens, type SessionKey } from '../sessions/issue-tokens.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { readSuspension, type Suspension } from '../suspensions/read-suspension.ts';
import { refuseSuspended } from '../suspensions/refuse-suspended.ts';
import { upsertUser, type SignedInUser } from './sign-in.store.ts';
import { proveIdentity, type StatedIdentity } from './prove-identity.ts';

export interface SignIn extends StatedIdentity {
  name: string;
  /** In which mails to this user are written. */
  language: string;
}

/** A token from before the deletion must not undo it, whoever has it: the user is asked to sign in anew. */
const provenBefore = () =>
  problem('identity_not_proven', { detail: 'The id_token is older than the deletion of this user.' });

/**
 * Creates the user at the first sign-in, and brings back one who was deleted a short while ago. Whoever is suspended
 * stays as it is, deleted or not, and is told.
 */
export async function signIn(context: SocialContext, input: SignIn): Promise<IssuedTokens> {
  const identity = await proveIdentity(context, input);
  const outcome = await transaction(context.sql, async (tx): Promise<SessionKey | Suspension> => {
    const findOrCreate = (): Promise<SignedInUser> => {
      const id = newId(context.clock.nowMs());
      const { name, language } = input;
      return upsertUser(tx, { id, ...identity, name, language, now: context.clock.now() });
    };
    let user = await findOrCreate();
    actAs(`user ${user.id}`);
    const { deleted_at: deletedAt } = user;
    if (deletedAt !== null && identity.provenAt !== null && identity.provenAt <= deletedAt)
      throw provenBefore();
    const suspension = user.suspended && (await readSuspension(tx, context, user.id));
    if (suspension && (deletedAt === null || isRestorable(context, deletedAt))) return suspension;
    if (user.suspended_before && deletedAt === null) await restoreSeats(tx, context, user.id);
    const isErased = deletedAt !== null && !(await restoreUser(tx, context, user.id, deletedAt));
    if (isErased) {
      user = await findOrCreate();
      actAs(`user ${user.id}`);
    }
    // Asked after the row is there: an erasure at this very moment has either left it or left the case.
    const carried = user.created ? await takeUpCase(tx, context, user.id, identity) : undefined;
    return carried ?? createSession(tx, context, user.id);
  });
  if ('reason' in outcome) throw refuseSuspended(context, outcome);
  return issueTokens(context, outcome);
}
