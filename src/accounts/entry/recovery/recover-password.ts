import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { ProblemError } from '../../../platform/problem.ts';
import { readEmail } from '../../../platform/identity/read-email.ts';
import { failInSteps } from '../../../platform/time/fail-in-steps.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import {
  type Attempt,
  clearFailures,
  judgeAttempt,
  recordFailure,
  recordSuccess,
  tooManyAttempts,
} from '../../protection/attempts/limit-attempts.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { sendNotice } from '../../users/mails/send-mail.ts';
import { issueOneTimePassword } from '../../credentials/passwords/passwords.ts';
import { revokeResetTokens, useResetCode } from '../../credentials/passwords/reset-tokens.ts';
import { endEverySession } from '../../sessions/end-sessions.ts';
import { findUserByEmailKey, type User } from '../../users/find-user.ts';
import { queueRecovery } from './mail-recovery.ts';
import { confirmEmail } from './recovery.store.ts';

interface RecoverInput {
  user_email?: string | undefined;
  code?: string | undefined;
}

/**
 * Returns a one-time password in exchange for a mailed code. Without a code it returns an empty password and mails a
 * code and a link. In the sandbox it returns a one-time password at once.
 */
export async function recoverPassword(
  context: AccountsContext,
  input: RecoverInput,
  visitor: Visitor,
  devices: readonly string[],
): Promise<{ password: string }> {
  const email = readEmail(input.user_email);
  if (context.settings.RECOVERY_RETURNS_PASSWORD) return returnPassword(context, email.key, visitor);
  if (input.code !== undefined && input.code !== '') {
    const { code } = input;
    return failInSteps(() => exchangeCode(context, email.key, code, visitor, devices));
  }
  await transaction(context.sql, (tx) => {
    queueRecovery(tx, context, email.key, visitor);
    recordAudit(tx, context, { event: 'recovery_requested', userId: null, visitor });
  });
  return { password: '' };
}

async function returnPassword(
  context: AccountsContext,
  emailKey: string,
  visitor: Visitor,
): Promise<{ password: string }> {
  return transaction(context.sql, async (tx) => {
    const user = await findUserByEmailKey(tx, emailKey, context.clock.now());
    if (!user) throw problem('unknown_email');
    return { password: await giveOneTimePassword(tx, context, user, visitor) };
  });
}

async function exchangeCode(
  context: AccountsContext,
  emailKey: string,
  code: string,
  visitor: Visitor,
  devices: readonly string[],
): Promise<{ password: string }> {
  const outcome = await transaction(context.sql, async (tx): Promise<string | ProblemError> => {
    const user = await findUserByEmailKey(tx, emailKey, context.clock.now());
    const userId = user?.id ?? null;
    const { address } = visitor;
    const attempt: Attempt = { kind: 'recovery', target: emailKey, address, userId, devices };
    const judgement = await judgeAttempt(tx, context, attempt, false);
    if (judgement.waitMs > 0) {
      recordAudit(tx, context, {
        event: 'recovery_failed',
        userId,
        visitor,
        detail: { reason: 'too_many_attempts' },
      });
      return tooManyAttempts(judgement.waitMs);
    }
    const isCode = await useResetCode(tx, context, userId, code);
    if (!user || !isCode) {
      await recordFailure(tx, context, attempt, judgement);
      const refusal = problem('code_invalid');
      const detail = { reason: refusal.code };
      recordAudit(tx, context, { event: 'recovery_failed', userId, visitor, detail });
      return refusal;
    }
    await confirmEmail(tx, user.id, context.clock.now());
    clearFailures(tx, attempt);
    clearFailures(tx, { ...attempt, kind: 'sign-in' });
    recordSuccess(tx, context, { ...attempt, kind: 'sign-in', userId: user.id });
    return giveOneTimePassword(tx, context, user, visitor);
  });
  if (typeof outcome === 'string') return { password: outcome };
  throw outcome;
}

/**
 * Issues a one-time password. The current password keeps working: in the sandbox anyone can request this, and no user
 * must be locked out.
 */
async function giveOneTimePassword(
  tx: Tx,
  context: AccountsContext,
  user: User,
  visitor: Visitor,
): Promise<string> {
  const password = await issueOneTimePassword(tx, context, user.id);
  await revokeResetTokens(tx, user.id);
  await endEverySession(tx, user.id);
  sendNotice(tx, context, user, 'one_time_password', {});
  recordAudit(tx, context, { event: 'one_time_password_set', userId: user.id, visitor });
  return password;
}
