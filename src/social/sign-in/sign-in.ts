import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { actAs } from '../../platform/postgres/replicas/request-scope.ts';
import { isRestorable, restoreUser } from '../data-rights/restore-user.ts';
import { takeUpCase } from '../data-rights/take-up-case.ts';
import { restoreSeats } from '../events/free-seats.ts';
import { createSession } from '../sessions/create-session.ts';
import { findUnusedSession } from '../sessions/find-unused-session.ts';
import { issueTokens, type IssuedTokens, type SessionKey } from '../sessions/issue-tokens.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { readSuspension, type Suspension } from '../suspensions/read-suspension.ts';
import { refuseSuspended } from '../suspensions/refuse-suspended.ts';
import { upsertUser, type SignedInUser } from './sign-in.store.ts';
import { findUsedIdToken, insertUsedIdToken } from './id-token.store.ts';
import { proveIdentity, type ProvenIdToken, type StatedIdentity } from './prove-identity.ts';

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
    const again = identity.idToken && (await findSessionAgain(tx, context, identity.idToken));
    if (again) return again;
    if (user.suspended_before && deletedAt === null) await restoreSeats(tx, context, user.id);
    const isErased = deletedAt !== null && !(await restoreUser(tx, context, user.id, deletedAt));
    if (isErased) {
      user = await findOrCreate();
      actAs(`user ${user.id}`);
    }
    // Asked after the row is there: an erasure at this very moment has either left it or left the case.
    const carried = user.created ? await takeUpCase(tx, context, user.id, identity) : undefined;
    if (carried) return carried;
    const session = await createSession(tx, context, user.id, identity.authenticatedAt);
    if (identity.idToken) await markUsed(tx, context, identity.idToken, session.sessionId);
    return session;
  });
  if ('reason' in outcome) throw refuseSuspended(context, outcome);
  return issueTokens(context, outcome);
}

/**
 * Returns the session of an ID token that came a moment ago, for a client that lost the answer, as long as the session is
 * unused; refuses the token afterwards. Nothing for a new token. The caller has locked the user's row, so that of several
 * requests with one token each finds what the one before has written.
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
  throw problem('identity_not_proven', { detail: 'The id_token was used before. Ask for a new one.' });
}

const markUsed = (
  tx: Tx,
  { clock }: Pick<SocialContext, 'clock'>,
  { hash, expiresAt }: ProvenIdToken,
  sessionId: string,
): Promise<void> => insertUsedIdToken(tx, { tokenHash: hash, sessionId, usedAt: clock.now(), expiresAt });
