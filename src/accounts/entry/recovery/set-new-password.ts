import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { clearFailures, recordSuccess } from '../../protection/attempts/limit-attempts.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { choosePassword } from '../../credentials/passwords/passwords.ts';
import { replacePassword } from '../../credentials/passwords/replace-password.ts';
import { findResetTokenUser, useResetToken } from '../../credentials/passwords/reset-tokens.ts';
import { unlinkEveryIdentity } from '../../credentials/social-login/unlink-identity.ts';
import { findUserById, lockUser, type User } from '../../users/find-user.ts';
import { localPartOf } from '../../../platform/identity/read-email.ts';
import { confirmEmail } from './recovery.store.ts';

/** Returns the user of a reset link without consuming it. */
export async function findRecoveryUser(context: AccountsContext, token: string): Promise<User | undefined> {
  const userId = await findResetTokenUser(context, token);
  return userId === undefined ? undefined : findUserById(context.sql, userId, context.clock.now());
}

export async function setNewPassword(
  context: AccountsContext,
  input: { token: string; password: string | undefined },
  visitor: Visitor,
): Promise<void> {
  const user = await findRecoveryUser(context, input.token);
  if (!user) throw problem('link_invalid');
  const localPart = localPartOf(user.emailKey ?? user.email);
  const password = await choosePassword(input.password, 'password', localPart);
  const passwordHash = await context.hasher.hash(password);
  await transaction(context.sql, async (tx) => {
    const userId = await useResetToken(tx, context, input.token);
    const locked = userId === undefined ? undefined : await lockUser(tx, userId, context.clock.now());
    if (!locked) throw problem('link_invalid');
    await replacePassword(tx, context, locked, passwordHash, visitor);
    // Locks out intruders who used a social login. The owner's own identity is linked again at their next sign-in with
    // it.
    await unlinkEveryIdentity(tx, context, locked.id, visitor);
    await confirmEmail(tx, locked.id, context.clock.now());
    const target = locked.emailKey ?? '';
    const attempt = { target, address: visitor.address, userId: locked.id };
    clearFailures(tx, { ...attempt, kind: 'recovery' });
    clearFailures(tx, { ...attempt, kind: 'sign-in' });
    recordSuccess(tx, context, { ...attempt, kind: 'sign-in' });
  });
}
