import type { Tx } from '../../platform/postgres/database.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { judgeAttempt, recordFailure, recordSuccess, tooManyAttempts } from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { recordLink } from '../social-login/record-link.ts';
import { checkTotp } from '../totp/check-totp.ts';
import { insertNewIdentity } from '../users/change-user.ts';
import { findUserByEmailKey, findUserByIdentity, lockCandidate, type UserRow } from '../users/find-user.ts';
import { identify, type SocialIdentity, type SocialInput } from '../users/social-identity.ts';
import { admit, type SignedIn } from './sign-in.ts';

export async function signInSocially(
  context: AccountsContext,
  input: SocialInput & { totp?: string | undefined },
  visitor: Visitor,
): Promise<SignedIn> {
  const identity = await identify(context, input);
  const outcome = await transaction(context.sql, async (tx): Promise<SignedIn | ProblemError> => {
    const found = await findOrLink(tx, context, identity, visitor);
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
    if (!isSettled) recordSuccess(tx, context, { ...attempt, userId: user.id });
    return admit(tx, context, user, visitor, false);
  });
  if ('user' in outcome) return outcome;
  throw outcome;
}

/** An identity that is new here belongs to the account with its address where both sides have proven the address. */
async function findOrLink(
  tx: Tx,
  context: AccountsContext,
  identity: SocialIdentity,
  visitor: Visitor,
): Promise<UserRow | undefined> {
  const known = await findUserByIdentity(tx, identity.issuer, identity.subject);
  if (known || !identity.proven || !identity.email) return known;
  const owner = await findUserByEmailKey(tx, identity.email.key);
  if (!owner || owner.email_confirmed_at === null) return undefined;
  const linked = await insertNewIdentity(tx, owner.id, {
    issuer: identity.issuer,
    subject: identity.subject,
    email: identity.email.address,
    created_at: context.clock.now(),
  });
  // Another sign-in with it was faster.
  if (!linked) return findUserByIdentity(tx, identity.issuer, identity.subject);
  recordLink(tx, context, owner, identity.issuer, visitor);
  return owner;
}
