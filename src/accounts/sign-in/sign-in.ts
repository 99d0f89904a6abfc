import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import type { Attempt } from '../attempts/attempt-keys.ts';
import { judgeAttempt, recordFailure, tooManyAttempts } from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { isOneTimePassword, useOneTimePassword } from '../passwords/one-time-password.ts';
import { readGivenPassword } from '../passwords/password.rules.ts';
import type { Rehashes } from '../passwords/rehashes.ts';
import { queueRecovery } from '../recovery/queue-recovery.ts';
import { checkTotp, hasTotp } from '../totp/check-totp.ts';
import { findUserByEmailKey, lockUser, type User } from '../users/find-user.ts';
import { readEmail, type EmailAddress } from '../../platform/identity/read-email.ts';
import { failInSteps } from '../../platform/time/fail-in-steps.ts';
import { admit, type SignedIn } from './admit.ts';

interface SignInInput {
  user_email?: string | undefined;
  user_password?: string | undefined;
  totp?: string | undefined;
}

export interface SignInContext extends AccountsContext {
  readonly rehashes: Rehashes;
}

type Outcome = SignedIn | ProblemError;

export async function signIn(
  context: SignInContext,
  input: SignInInput,
  visitor: Visitor,
  devices: readonly string[] = [],
): Promise<SignedIn> {
  const email = readEmail(input.user_email);
  const password = readGivenPassword(input.user_password, 'user_password');
  return failInSteps(() => tryPassword(context, { email, password, totp: input.totp, visitor, devices }));
}

interface Given {
  email: EmailAddress;
  password: string;
  totp: string | undefined;
  visitor: Visitor;
  devices: readonly string[];
}

async function tryPassword(context: SignInContext, given: Given): Promise<SignedIn> {
  const { email, password, totp, visitor, devices } = given;
  const user = await findUserByEmailKey(context.sql, email.key, context.clock.now());
  // One verification for everybody: unknown, without a password, with an old hash, slowed down or right, it takes the
  // same time.
  const isPassword = await context.hasher.verify(user?.passwordHash, password);
  const isOneTime = isOneTimePassword(context, user, password);
  const attempt: Attempt = {
    kind: 'sign-in',
    target: email.key,
    address: visitor.address,
    userId: user?.id ?? null,
    devices,
  };
  const admitted = isPassword || isOneTime ? user : undefined;
  const outcome = await transaction(context.sql, (tx) =>
    decide(tx, context, { attempt, admitted, visitor, totp, isPassword }),
  );
  if (!('user' in outcome)) throw outcome;
  if (isPassword) context.rehashes.begin(outcome.user, password);
  return outcome;
}

interface Case {
  attempt: Attempt;
  /** Whoever the password belongs to; nobody where it was wrong. */
  admitted: User | undefined;
  visitor: Visitor;
  totp: string | undefined;
  /** Otherwise the one-time password was given. */
  isPassword: boolean;
}

/** Answers instead of throwing: a refusal, too, has to be written down. */
async function decide(tx: Tx, context: AccountsContext, given: Case): Promise<Outcome> {
  const { admitted, visitor } = given;
  // The same statements whether anybody has the address and whether the password is right.
  const [{ user, needsTotp }, judgement] = await Promise.all([
    lockCandidate(tx, context, given.attempt.userId ?? newId(context.clock.nowMs())),
    judgeAttempt(tx, context, given.attempt, admitted !== undefined),
  ]);
  // The account may have been erased a moment ago, or be due to be: an audit entry about it could not be written.
  const attempt = { ...given.attempt, userId: user?.id ?? null };
  const refuse = async (refusal: ProblemError, counts: boolean): Promise<ProblemError> => {
    await recordFailure(tx, context, attempt, judgement, counts);
    const detail = { reason: refusal.code };
    recordAudit(tx, context, { event: 'sign_in_failed', userId: attempt.userId, visitor, detail });
    return refusal;
  };
  if (judgement.waitMs > 0) return refuse(tooManyAttempts(judgement.waitMs), false);
  if (!admitted || !user) return refuse(problem('invalid_credentials'), true);
  // The password was checked before the lock: whoever knows only the one before must not get in past the new one.
  if (user.passwordChangedAt?.getTime() !== admitted.passwordChangedAt?.getTime()) {
    return refuse(problem('invalid_credentials'), false);
  }
  if (context.settings.CONFIRM_ADDRESS && user.emailConfirmedAt === null) {
    // The link that sets a new password proves the address as well.
    queueRecovery(tx, context, attempt.target, visitor);
    return refuse(problem('verification_required'), false);
  }
  if (needsTotp) {
    if (given.totp === undefined || given.totp === '') return refuse(problem('totp_required'), false);
    const refusal = await checkTotp(tx, context, user.id, given.totp, visitor);
    if (refusal) return refuse(problem(refusal), false);
  }
  const oneTimeHash = given.isPassword ? null : admitted.oneTimePasswordHash;
  if (oneTimeHash && !(await useOneTimePassword(tx, user.id, oneTimeHash))) {
    return refuse(problem('invalid_credentials'), true);
  }
  const first = oneTimeHash ? 'otp' : 'pwd';
  const amr = needsTotp ? [...new Set([first, 'otp', 'mfa'])] : [first];
  const authentication = { amr, oneTimePasswordHash: oneTimeHash };
  return admit(tx, context, user, { attempt, judgement, visitor, authentication });
}

/**
 * Locks a user who wants in, and tells whether a code of an authenticator app is asked for. The second statement waits
 * for the lock of the first, and so sees what others committed meanwhile.
 */
export async function lockCandidate(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  userId: string,
): Promise<{ user: User | undefined; needsTotp: boolean }> {
  const [user, needsTotp] = await Promise.all([lockUser(tx, userId, clock.now()), hasTotp(tx, userId)]);
  return { user, needsTotp };
}
