import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import {
  judgeAttempt,
  recordFailure,
  recordSuccess,
  tooManyAttempts,
  type Attempt,
} from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { matchesOneTime } from '../passwords/one-time-password.ts';
import { readGivenPassword } from '../passwords/password.rules.ts';
import type { Rehashes } from '../passwords/rehashes.ts';
import { queueRecovery } from '../recovery/queue-recovery.ts';
import { createSession, type IssuedSession } from '../sessions/create-session.ts';
import { checkTotp } from '../totp/check-totp.ts';
import { setEraseAt, takeOneTimePassword } from '../users/change-user.ts';
import { findUserByEmailKey, lockCandidate, type UserRow } from '../users/find-user.ts';
import { readEmail } from '../users/read-email.ts';

interface SignInInput {
  user_email?: string | undefined;
  user_password?: string | undefined;
  totp?: string | undefined;
}

export interface SignInContext extends AccountsContext {
  readonly rehashes: Rehashes;
}

export interface SignedIn {
  user: UserRow;
  session: IssuedSession;
}

type Outcome = SignedIn | ProblemError;

export async function signIn(
  context: SignInContext,
  input: SignInInput,
  visitor: Visitor,
): Promise<SignedIn> {
  const email = readEmail(input.user_email);
  const password = readGivenPassword(input.user_password, 'user_password');
  const user = await findUserByEmailKey(context.sql, email.key);
  // One verification for everybody: unknown, without a password, with an old hash, slowed down or right, it takes the
  // same time.
  const isPassword = await context.hasher.verify(user?.password_hash, password);
  const isOneTime = hasLiveOneTimePassword(context, user, password);
  const attempt: Attempt = {
    kind: 'sign-in',
    target: email.key,
    address: visitor.address,
    userId: user?.id ?? null,
  };
  const admitted = isPassword || isOneTime ? user : undefined;
  const outcome = await transaction(context.sql, (tx) =>
    decide(tx, context, { attempt, admitted, visitor, totp: input.totp, isPassword }),
  );
  if (!('user' in outcome)) throw outcome;
  if (isPassword) context.rehashes.begin(outcome.user, password);
  return outcome;
}

function hasLiveOneTimePassword(
  context: AccountsContext,
  user: UserRow | undefined,
  password: string,
): boolean {
  const expiresMs = user?.one_time_password_expires_at?.getTime() ?? 0;
  return matchesOneTime(user?.one_time_password_hash, password) && expiresMs > context.clock.nowMs();
}

interface Case {
  attempt: Attempt;
  /** Whoever the password belongs to; nobody where it was wrong. */
  admitted: UserRow | undefined;
  visitor: Visitor;
  totp: string | undefined;
  /** Otherwise the one-time password was given. */
  isPassword: boolean;
}

/** Answers instead of throwing: a refusal, too, has to be written down. */
async function decide(tx: Tx, context: AccountsContext, given: Case): Promise<Outcome> {
  const { admitted, visitor } = given;
  // The same statements whether anybody has the address and whether the password is right.
  const [{ waitMs, isSettled }, user] = await Promise.all([
    judgeAttempt(tx, context, given.attempt, admitted !== undefined),
    lockCandidate(tx, given.attempt.userId ?? newId(context.clock.nowMs())),
  ]);
  // Nobody any more where the account was erased a moment ago.
  const attempt = { ...given.attempt, userId: user?.id ?? null };
  const refuse = async (refusal: ProblemError, counts: boolean): Promise<ProblemError> => {
    await recordFailure(tx, context, attempt, counts);
    const detail = { reason: refusal.code };
    recordAudit(tx, context, { event: 'sign_in_failed', userId: attempt.userId, visitor, detail });
    return refusal;
  };
  if (waitMs > 0) return refuse(tooManyAttempts(waitMs), false);
  if (!admitted || !user) return refuse(problem('invalid_credentials'), true);
  // The password was checked before the lock: whoever knows only the one before must not get in past the new one.
  if (user.password_changed_at?.getTime() !== admitted.password_changed_at?.getTime()) {
    return refuse(problem('invalid_credentials'), false);
  }
  if (context.settings.CONFIRM_ADDRESS && user.email_confirmed_at === null) {
    // The link that sets a new password proves the address as well.
    queueRecovery(tx, context, attempt.target, visitor);
    return refuse(problem('verification_required'), false);
  }
  if (user.has_totp) {
    if (given.totp === undefined || given.totp === '') return refuse(problem('totp_required'), false);
    if (!(await checkTotp(tx, context, user.id, given.totp, visitor)))
      return refuse(problem('totp_invalid'), true);
  }
  const oneTimeHash = given.isPassword ? null : admitted.one_time_password_hash;
  if (oneTimeHash && !(await takeOneTimePassword(tx, user.id, oneTimeHash))) {
    return refuse(problem('invalid_credentials'), true);
  }
  if (!isSettled) recordSuccess(tx, context, { ...attempt, userId: user.id });
  return admit(tx, context, user, visitor, oneTimeHash);
}

/** The last step of every way to sign in. */
export function admit(
  tx: Tx,
  context: AccountsContext,
  user: UserRow,
  visitor: Visitor,
  oneTimePasswordHash: Buffer | null = null,
): SignedIn {
  if (user.erase_at !== null) {
    setEraseAt(tx, user.id, null);
    recordAudit(tx, context, { event: 'erasure_taken_back', userId: user.id, visitor });
  }
  const session = createSession(tx, context, user.id, visitor, oneTimePasswordHash);
  const detail = oneTimePasswordHash ? { one_time_password: true } : {};
  recordAudit(tx, context, { event: 'signed_in', userId: user.id, visitor, detail });
  return { user, session };
}
