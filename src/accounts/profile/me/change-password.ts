import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField, type ProblemError } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import type { IssuedDevice } from '../../protection/attempts/known-devices.ts';
import { rememberDevice } from '../../protection/attempts/known-devices.ts';
import {
  judgeAttempt,
  recordFailure,
  recordSuccess,
  tooManyAttempts,
} from '../../protection/attempts/limit-attempts.ts';
import { describeDevice, deviceKindOf, programOf } from '../../../platform/identity/device-kind.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import {
  choosePassword,
  readGivenPassword,
  matchesReadableCode,
} from '../../credentials/passwords/passwords.ts';
import { replacePassword } from '../../credentials/passwords/replace-password.ts';
import { continueSession, createSession, type IssuedSession } from '../../sessions/create-session.ts';
import type { AccountsSession } from '../../sessions/find-session.ts';
import { requireRecent } from '../../sessions/session-guard.ts';
import { unlinkEveryIdentity } from '../../credentials/social-login/unlink-identity.ts';
import { findUserById, lockUser, type User } from '../../users/find-user.ts';
import { localPartOf } from '../../../platform/identity/read-email.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

/**
 * Sets a new password and ends every other session. The session of the caller continues under a new token. One that
 * began with a one-time password is replaced.
 */
export async function changePassword(
  context: AccountsContext,
  session: AccountsSession,
  input: { current_password?: string | undefined; new_password: string },
  visitor: Visitor,
  devices: readonly string[],
): Promise<{ session: IssuedSession; device: IssuedDevice }> {
  const user = await findUserById(context.sql, session.userId, context.clock.now());
  if (!user) throw problem('unauthorized');
  if (user.emailKey === null) {
    throw problem('address_required', {
      say: accountsWords.passwordNeedsEmail,
    });
  }
  const localPart = localPartOf(user.emailKey);
  const chosen = await choosePassword(input.new_password, 'new_password', localPart);
  if (matchesReadableCode(context, session.oneTimePasswordHash, chosen)) {
    throw invalidField('new_password', 'one_time', accountsWords.oneTimePassword);
  }
  // A user with a one-time password has just proven access to the mailbox and does not know the old password.
  const asked = !session.mustChangePassword && user.passwordHash !== null;
  if (asked) {
    const current = await checkCurrent(context, user, input.current_password, visitor, devices);
    if (current === chosen) throw invalidField('new_password', 'unchanged', accountsWords.unchanged);
  } else if (!session.mustChangePassword) requireRecent(context, session);
  const passwordHash = await context.hasher.hash(chosen);
  return transaction(context.sql, async (tx) => {
    const locked = await lockUser(tx, user.id, context.clock.now());
    // Compares the time, not the hash, because a sign-in may just have rehashed the same password.
    const unchanged = locked?.passwordChangedAt?.getTime() === user.passwordChangedAt?.getTime();
    if (!locked || !unchanged) throw problem('unauthorized');
    const keptId = session.mustChangePassword ? null : session.sessionId;
    await replacePassword(tx, context, locked, passwordHash, visitor, keptId);
    // This is the end of a recovery by code. Like a recovery by link it removes the social logins, which an intruder
    // may have used.
    if (session.mustChangePassword) await unlinkEveryIdentity(tx, context, locked.id, visitor);
    // Devices and networks were forgotten with the old password. This one is the owner's, so it is stored again.
    const kind = deviceKindOf(visitor.userAgent);
    recordSuccess(tx, context, attemptOf(user, visitor, devices), { program: programOf(kind) });
    const device = rememberDevice(tx, context, {
      userId: user.id,
      description: describeDevice(kind, user.language),
      carried: devices,
      known: undefined,
    });
    const authentication = asked
      ? { amr: [...new Set(['pwd', ...session.amr])] }
      : { amr: session.amr, at: session.authenticatedAt };
    const issued = session.mustChangePassword
      ? createSession(tx, context, user.id, visitor, authentication)
      : await continueSession(tx, context, session, authentication);
    return { session: issued, device };
  });
}

const attemptOf = (user: User, visitor: Visitor, devices: readonly string[]) => ({
  kind: 'sign-in' as const,
  target: user.emailKey ?? user.id,
  address: visitor.address,
  userId: user.id,
  devices,
});

/** Counted like a sign-in, so that a stolen session gives no faster way to guess the password. */
async function checkCurrent(
  context: AccountsContext,
  user: User,
  given: string | undefined,
  visitor: Visitor,
  devices: readonly string[],
): Promise<string> {
  const password = readGivenPassword(given, 'current_password');
  const matches = await context.hasher.verify(user.passwordHash, password);
  const attempt = attemptOf(user, visitor, devices);
  const refusal = await transaction(context.sql, async (tx): Promise<ProblemError | undefined> => {
    const judgement = await judgeAttempt(tx, context, attempt, matches);
    const fail = (refusal: ProblemError): ProblemError => {
      const detail = { reason: refusal.code };
      recordAudit(tx, context, { event: 'password_change_failed', userId: user.id, visitor, detail });
      return refusal;
    };
    if (judgement.waitMs > 0) return fail(tooManyAttempts(judgement.waitMs));
    if (matches) {
      recordSuccess(tx, context, attempt, { device: judgement.device });
      return undefined;
    }
    await recordFailure(tx, context, attempt, judgement);
    return fail(problem('wrong_password'));
  });
  if (refusal) throw refusal;
  return password;
}
