import { transaction } from '../../platform/postgres/transaction.ts';
import type { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { judgeAttempt, recordFailure, recordSuccess, tooManyAttempts } from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { choosePassword } from '../passwords/choose-password.ts';
import { readGivenPassword } from '../passwords/password.rules.ts';
import { replacePassword } from '../passwords/replace-password.ts';
import { createSession, type IssuedSession } from '../sessions/create-session.ts';
import type { AccountsSession } from '../sessions/session-guard.ts';
import { findUserById, lockUser, type UserRow } from '../users/find-user.ts';
import { localPartOf } from '../users/read-email.ts';

/** Ends every session, this one too, and begins a new one for whoever changed it. */
export async function changePassword(
  context: AccountsContext,
  session: AccountsSession,
  input: { current_password?: string | undefined; new_password: string },
  visitor: Visitor,
): Promise<IssuedSession> {
  const user = await findUserById(context.sql, session.userId);
  if (!user) throw problem('unauthorized');
  const localPart = localPartOf(user.email_key ?? user.email);
  const chosen = await choosePassword(input.new_password, 'new_password', localPart);
  // Somebody with a one-time password has just proven the mailbox, and does not know the old one.
  const asked = !session.mustChangePassword && user.password_hash !== null;
  if (asked) await checkCurrent(context, user, input.current_password, visitor);
  const passwordHash = await context.hasher.hash(chosen);
  return transaction(context.sql, async (tx) => {
    const locked = await lockUser(tx, user.id);
    // Not by the hash: a sign-in may just have hashed the same password anew.
    const unchanged = locked?.password_changed_at?.getTime() === user.password_changed_at?.getTime();
    if (!locked || !unchanged) throw problem('unauthorized');
    await replacePassword(tx, context, locked, passwordHash, visitor);
    return createSession(tx, context, user.id, visitor, false);
  });
}

/** Counted like a sign-in: whoever holds a stolen session must not guess faster here. */
async function checkCurrent(
  context: AccountsContext,
  user: UserRow,
  given: string | undefined,
  visitor: Visitor,
): Promise<void> {
  const password = readGivenPassword(given, 'current_password');
  const matches = await context.hasher.verify(user.password_hash, password);
  const attempt = {
    kind: 'sign-in' as const,
    target: user.email_key ?? user.id,
    address: visitor.address,
    userId: user.id,
  };
  const refusal = await transaction(context.sql, async (tx): Promise<ProblemError | undefined> => {
    const { waitMs } = await judgeAttempt(tx, context, attempt, matches);
    if (waitMs > 0) return tooManyAttempts(waitMs);
    if (matches) {
      recordSuccess(tx, context, attempt);
      return undefined;
    }
    await recordFailure(tx, context, attempt);
    recordAudit(tx, context, { event: 'password_change_failed', userId: user.id, visitor });
    return problem('wrong_password');
  });
  if (refusal) throw refusal;
}
