import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { judgeAttempt, recordFailure, recordSuccess, tooManyAttempts } from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { recordLink } from '../social-login/record-link.ts';
import { checkTotp } from '../totp/check-totp.ts';
import { insertNewIdentity } from '../users/change-user.ts';
import { findUserByEmailKey, lockUserByIdentity, lockCandidate, type UserRow } from '../users/find-user.ts';
import { identify, type SocialIdentity, type SocialInput } from '../users/social-identity.ts';
import { admit, type SignedIn } from './sign-in.ts';

export async function signInSocially(
  context: AccountsContext,
  input: SocialInput & { totp?: string | undefined },
  visitor: Visitor,
): Promise<SignedIn> {
  const identity = await identifyOnRecord(context, input, visitor);
  const outcome = await transaction(context.sql, async (tx): Promise<SignedIn | ProblemError> => {
    const known = await lockUserByIdentity(tx, identity.issuer, identity.subject);
    const found = known ?? (await findOwner(tx, identity));
    const user = found && (await lockCandidate(tx, found.id));
    const attempt = {
      kind: 'sign-in' as const,
      target: `${identity.issuer}\0${identity.subject}`,
      address: visitor.address,
      userId: user?.id ?? null,
    };
    const refuse = async (refusal: ProblemError, counts: boolean): Promise<ProblemError> => {
      if (counts) await recordFailure(tx, context, attempt);
      const detail = { reason: refusal.code };
      recordAudit(tx, context, { event: 'sign_in_failed', userId: attempt.userId, visitor, detail });
      return refusal;
    };
    const { waitMs, isSettled } = await judgeAttempt(tx, context, attempt, user !== undefined);
    if (waitMs > 0) return refuse(tooManyAttempts(waitMs), false);
    if (!user) return refuse(problem('invalid_credentials'), true);
    if (user.has_totp) {
      if (input.totp === undefined || input.totp === '') return refuse(problem('totp_required'), false);
      if (!(await checkTotp(tx, context, user.id, input.totp, visitor)))
        return refuse(problem('totp_invalid'), true);
    }
    // Not before the second factor: an identity that is linked opens the account from then on.
    if (!known && !(await link(tx, context, identity, user, visitor))) {
      return refuse(problem('invalid_credentials'), false);
    }
    if (!isSettled) recordSuccess(tx, context, { ...attempt, userId: user.id });
    return admit(tx, context, user, visitor);
  });
  if ('user' in outcome) return outcome;
  throw outcome;
}

/** A proof that does not hold is a failed sign-in, of nobody. */
async function identifyOnRecord(
  context: AccountsContext,
  input: SocialInput,
  visitor: Visitor,
): Promise<SocialIdentity> {
  try {
    return await identify(context, input);
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'proof_invalid') {
      const detail = { reason: error.code };
      await transaction(context.sql, (tx) =>
        recordAudit(tx, context, { event: 'sign_in_failed', userId: null, visitor, detail }),
      );
    }
    throw error;
  }
}

/** An identity that is new here belongs to the account with its address where both sides have proven the address. */
async function findOwner(tx: Tx, identity: SocialIdentity): Promise<UserRow | undefined> {
  if (!identity.proven || !identity.email) return undefined;
  const owner = await findUserByEmailKey(tx, identity.email.key);
  return owner && owner.email_confirmed_at !== null ? owner : undefined;
}

/** False where the identity has meanwhile become somebody else's. */
async function link(
  tx: Tx,
  context: AccountsContext,
  identity: SocialIdentity,
  owner: UserRow,
  visitor: Visitor,
): Promise<boolean> {
  const linked = await insertNewIdentity(tx, owner.id, {
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email?.address ?? null,
    created_at: context.clock.now(),
  });
  if (linked) recordLink(tx, context, owner, identity.issuer, visitor);
  // Another sign-in with it was faster.
  else return (await lockUserByIdentity(tx, identity.issuer, identity.subject))?.id === owner.id;
  return true;
}
