import type { Tx } from '../../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../../platform/postgres/client/transaction.ts';
import { hashToken } from '../../../platform/tokens/opaque-token.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { readGivenPassword } from '../../credentials/passwords/passwords.ts';
import { revokeRecovery } from '../../credentials/passwords/replace-password.ts';
import { forgetRegistrationsOf } from '../../entry/sign-up/pending-registrations.ts';
import { findUserById, lockUser, type User } from '../../users/find-user.ts';
import {
  deleteChange,
  deleteChangesOf,
  findChangeByToken,
  takeGuessOfChange,
  updateEmail,
  type EmailChange,
} from './email-change.store.ts';
import { notifyLeftAddress } from './restore-links.ts';

/** Wrong passwords after which a link stops working, so that it cannot be used for guessing. */
const mostWrongPasswords = 10;

/** Returns the data of the confirmation page. Does not consume the link. */
export async function findEmailChange(
  context: AccountsContext,
  token: string,
): Promise<{ email: string; asksPassword: boolean; change: EmailChange; user: User } | undefined> {
  const now = context.clock.now();
  const change = await findChangeByToken(context.sql, hashToken(token), now);
  if (!change || change.wrong_passwords >= mostWrongPasswords) return undefined;
  const user = await findUserById(context.sql, change.user_id, now);
  // While an erasure is scheduled, the link does not work. A sign-in cancels the erasure, and the link works again.
  if (!user || user.eraseAt !== null) return undefined;
  return { email: change.email, asksPassword: user.passwordHash !== null, change, user };
}

/**
 * Applies a change of address. The link proves the new mailbox, the password proves the user. Without the password, a
 * stranger whose address was mistyped could take the account.
 */
export async function confirmEmailChange(
  context: AccountsContext,
  input: { token: string; password: string | undefined },
  visitor: Visitor,
): Promise<{ email: string }> {
  const found = await findEmailChange(context, input.token);
  if (!found) throw problem('link_invalid');
  const { change, user } = found;
  if (found.asksPassword) await checkPassword(context, found, input.password, visitor);
  await transaction(context.sql, async (tx) => {
    const locked = await lockUser(tx, user.id, context.clock.now());
    // The password was verified before the lock. If it was changed since, the old one must not be accepted.
    const unchanged = locked?.passwordChangedAt?.getTime() === user.passwordChangedAt?.getTime();
    if (!locked || !unchanged || locked.eraseAt !== null) throw problem('link_invalid');
    if (!(await deleteChange(tx, change.id))) throw problem('link_invalid');
    await apply(tx, context, locked, change, visitor);
  }).catch((error: unknown) => {
    // Another account has got the address since the link was mailed.
    throw isUniqueViolation(error, 'users_email_key') ? problem('link_invalid') : error;
  });
  return { email: change.email };
}

async function checkPassword(
  context: AccountsContext,
  { change, user }: { change: EmailChange; user: User },
  given: string | undefined,
  visitor: Visitor,
): Promise<void> {
  const password = readGivenPassword(given, 'password');
  // Counts the try before the password is verified, so that simultaneous tries cannot exceed the limit.
  if (!(await takeGuessOfChange(context.sql, change.id, mostWrongPasswords))) throw problem('link_invalid');
  if (await context.hasher.verify(user.passwordHash, password)) return;
  await transaction(context.sql, async (tx) => {
    const detail = { reason: 'wrong_password' };
    recordAudit(tx, context, { event: 'email_change_failed', userId: user.id, visitor, detail });
  });
  throw problem('wrong_password');
}

async function apply(
  tx: Tx,
  context: AccountsContext,
  user: User,
  change: EmailChange,
  visitor: Visitor,
): Promise<void> {
  const now = context.clock.now();
  await updateEmail(tx, user.id, change, now);
  await deleteChangesOf(tx, user.id);
  await forgetRegistrationsOf(tx, change.email_key, now);
  await revokeRecovery(tx, user.id);
  await notifyLeftAddress(tx, context, user, change.email);
  recordAudit(tx, context, { event: 'email_changed', userId: user.id, visitor });
}
