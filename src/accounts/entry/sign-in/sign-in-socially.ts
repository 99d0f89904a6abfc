import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { judgeAttempt, recordFailure, tooManyAttempts } from '../../protection/attempts/limit-attempts.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import {
  identifySocialUser,
  type SocialIdentity,
  type SocialInput,
} from '../../credentials/social-login/identify-social-user.ts';
import { linkIdentity, lockIdentityOwner } from '../../credentials/social-login/link-identity.ts';
import { checkTotp } from '../../credentials/totp/check-totp.ts';
import type { User } from '../../users/find-user.ts';
import { lockCandidate, admit, type SignedIn } from './sign-in.ts';

const nobody = { user: undefined, needsTotp: false };

export async function signInSocially(
  context: AccountsContext,
  input: SocialInput & { totp?: string | undefined },
  visitor: Visitor,
  devices: readonly string[] = [],
): Promise<SignedIn> {
  const identity = await identifyOnRecord(context, input, visitor);
  const outcome = await transaction(context.sql, async (tx): Promise<SignedIn | ProblemError> => {
    const owner = await lockIdentityOwner(tx, context, identity);
    const { user, needsTotp } = owner ? await lockCandidate(tx, context, owner.userId) : nobody;
    const attempt = {
      kind: 'sign-in' as const,
      target: `${identity.issuer}\0${identity.subject}`,
      address: visitor.address,
      userId: user?.id ?? null,
      devices,
    };
    const judgement = await judgeAttempt(tx, context, attempt, user !== undefined);
    const refuse = async (refusal: ProblemError, counts: boolean): Promise<ProblemError> => {
      if (counts) await recordFailure(tx, context, attempt, judgement);
      const detail = { reason: refusal.code };
      recordAudit(tx, context, { event: 'sign_in_failed', userId: attempt.userId, visitor, detail });
      return refusal;
    };
    if (judgement.waitMs > 0) return refuse(tooManyAttempts(judgement.waitMs), false);
    if (!user) return refuse(problem('invalid_credentials'), true);
    if (needsTotp) {
      if (input.totp === undefined || input.totp === '') return refuse(problem('totp_required'), false);
      const refusal = await checkTotp(tx, context, user.id, input.totp, visitor);
      if (refusal) return refuse(problem(refusal), false);
    }
    // Linked only after the second factor, because a linked identity opens the account from then on.
    if (!owner?.isLinked && !(await link(tx, context, identity, user, visitor))) {
      return refuse(problem('invalid_credentials'), false);
    }
    const amr = needsTotp ? ['fed', 'otp', 'mfa'] : ['fed'];
    return admit(tx, context, user, { attempt, judgement, visitor, authentication: { amr } });
  });
  if ('user' in outcome) return outcome;
  throw outcome;
}

/** Identifies the user and records a rejected ID token as a failed sign-in without a user. */
async function identifyOnRecord(
  context: AccountsContext,
  input: SocialInput,
  visitor: Visitor,
): Promise<SocialIdentity> {
  try {
    return await identifySocialUser(context, input);
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

/** Links the identity. Returns false if it has been linked to another account meanwhile. */
async function link(
  tx: Tx,
  context: AccountsContext,
  identity: SocialIdentity,
  user: User,
  visitor: Visitor,
): Promise<boolean> {
  if (await linkIdentity(tx, context, user, identity, visitor)) return true;
  // A simultaneous sign-in has linked it first.
  const owner = await lockIdentityOwner(tx, context, identity);
  return owner?.isLinked === true && owner.userId === user.id;
}
