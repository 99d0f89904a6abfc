import type { Tx } from '../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { readGivenPassword } from '../passwords/password.rules.ts';
import { revokeRecovery } from '../passwords/revoke-passwords.ts';
import { hashToken } from '../../platform/tokens/opaque-token.ts';
import { forgetRegistrationsOf } from '../sign-up/pending-registrations.ts';
import { findUserById, lockUser, type User } from '../users/find-user.ts';
import {
  deleteChange,
  deleteChangesOf,
  findChangeByToken,
  takeGuessOfChange,
  updateEmail,
  type EmailChange,
} from './email-change.store.ts';
import { tellLeftAddress } from './ways-back.ts';

/** A link stops working after so many: it must not serve for guessing. */
const mostWrongPasswords = 10;

/** What the page shows before anything is done. */
export async function findEmailChange(
  context: AccountsContext,
  token: string,
): Promise<{ email: string; asksPassword: boolean; change: EmailChange; user: User } | undefined> {
  const now = context.clock.now();
  const change = await findChangeByToken(context.sql, hashToken(token), now);
  if (!change || change.wrong_passwords >= mostWrongPasswords) return undefined;
  const user = await findUserById(context.sql, change.user_id, now);
  // Who wants to be erased moves nowhere; a sign-in, which takes that back, lets the link work again.
  if (!user || user.eraseAt !== null) return undefined;
  return { email: change.email, asksPassword: user.passwordHash !== null, change, user };
}

/**
 * The link proves the mailbox, the password who asked for it: where the address was mistyped, the stranger who has it
 * must not get the account by pressing a button.
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
    // The password was checked before the lock: whoever knows only the one before must not get past the new one.
    const unchanged = locked?.passwordChangedAt?.getTime() === user.passwordChangedAt?.getTime();
    if (!locked || !unchanged || locked.eraseAt !== null) throw problem('link_invalid');
    if (!(await deleteChange(tx, change.id))) throw problem('link_invalid');
    await apply(tx, context, locked, change, visitor);
  }).catch((error: unknown) => {
    // Somebody else has got the address since the link was mailed.
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
  // Before it is looked at: of many at once, no more are tried than one after the other.
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
  await tellLeftAddress(tx, context, user, change.email);
  recordAudit(tx, context, { event: 'email_changed', userId: user.id, visitor });
}
