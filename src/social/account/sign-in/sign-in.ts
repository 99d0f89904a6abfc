import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { actAs } from '../../../platform/postgres/replicas/request-scope.ts';
import { isRestorable, restoreUser } from '../data-rights/restore-user.ts';
import { moveCasesToUser } from '../data-rights/take-up-case.ts';
import { restoreSeats } from '../../events/free-seats.ts';
import { createSession, findUnusedSession } from '../../access/sessions/create-session.ts';
import { issueTokens, type IssuedTokens, type SessionKey } from '../../access/sessions/issue-tokens.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { readSuspension, type Suspension } from '../../access/suspensions/read-suspension.ts';
import { refuseSuspended } from '../../access/suspensions/refuse-suspended.ts';
import { findUsedIdToken, insertUsedIdToken, upsertUser, type SignedInUser } from './sign-in.store.ts';
import { proveIdentity, type ProvenIdToken, type StatedIdentity } from './prove-identity.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export interface SignIn extends StatedIdentity {
  name: string;
  language: string;
}

/**
 * A token from before the deletion must not undo it, because another person may have it. The user must sign in again.
 */
const provenBefore = () => problem('identity_not_proven', { say: socialWords.idTokenBeforeDeletion });

/**
 * Creates the user at the first sign-in, and restores a user who was deleted recently. A suspended user is refused with
 * the reason; a deletion of that user is kept.
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
    const again = identity.idToken && (await findSessionAgain(tx, context, identity.idToken));
    if (again) return again;
    if (user.suspended_before && deletedAt === null) await restoreSeats(tx, context, user.id);
    const isErased = deletedAt !== null && !(await restoreUser(tx, context, user.id, deletedAt));
    if (isErased) {
      user = await findOrCreate();
      actAs(`user ${user.id}`);
    }
    // Runs after the row is inserted, so that it sees the case of an erasure that committed at the same time.
    const carried = user.created ? await moveCasesToUser(tx, context, user.id, identity) : undefined;
    if (carried) return carried;
    const session = await createSession(tx, context, user.id, identity.authenticatedAt);
    if (identity.idToken) await markUsed(tx, context, identity.idToken, session.sessionId);
    return session;
  });
  if ('reason' in outcome) throw refuseSuspended(context, outcome);
  return issueTokens(context, outcome);
}

/**
 * Returns the session of an ID token that was used a moment ago, while it is unused, for a client that lost the answer.
 * Later uses of the token are refused. Returns undefined for a new token. The caller has locked the user's row, so
 * simultaneous requests with one token see each other's rows.
 */
async function findSessionAgain(
  tx: Tx,
  context: SocialContext,
  idToken: ProvenIdToken,
): Promise<SessionKey | undefined> {
  const used = await findUsedIdToken(tx, idToken.hash);
  if (!used) return undefined;
  const session = await findUnusedSession(tx, context, used.session_id, used.used_at);
  if (session) return session;
  throw problem('identity_not_proven', { say: socialWords.idTokenUsed });
}

const markUsed = (
  tx: Tx,
  { clock }: Pick<SocialContext, 'clock'>,
  { hash, expiresAt }: ProvenIdToken,
  sessionId: string,
): Promise<void> => insertUsedIdToken(tx, { tokenHash: hash, sessionId, usedAt: clock.now(), expiresAt });
