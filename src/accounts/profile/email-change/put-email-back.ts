import type { Tx } from '../../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../../platform/postgres/client/transaction.ts';
import { hashToken } from '../../../platform/tokens/opaque-token.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { cancelErasure } from '../../entry/sign-in/sign-in.ts';
import { sendNotice } from '../../users/mails/send-mail.ts';
import { revokePassword } from '../../credentials/passwords/replace-password.ts';
import { queueRecovery } from '../../entry/recovery/mail-recovery.ts';
import { forgetRegistrationsOf } from '../../entry/sign-up/pending-registrations.ts';
import { unlinkEveryIdentity } from '../../credentials/social-login/unlink-identity.ts';
import { findUserById, lockUser, type User } from '../../users/find-user.ts';
import { deleteChangesOf, updateEmail } from './email-change.store.ts';
import { deleteWaysBackSince, findWayBackByToken, type RestoreLink } from './way-back.store.ts';

/** Returns the data of the restore page. Does not consume the link. */
export async function findRestoreLink(
  context: AccountsContext,
  token: string,
): Promise<{ email: string } | undefined> {
  const now = context.clock.now();
  const way = await findWayBackByToken(context.sql, hashToken(token), now);
  const user = way && (await findUserById(context.sql, way.user_id, now));
  return user && { email: way.email };
}

/**
 * Restores the previous address after a takeover. Deletes the passwords, social logins, sessions, links and scheduled
 * erasure, because an attacker may know or have caused them. The second factor stays: turning it off needs more proof
 * than a link that was in a mailbox for days.
 */
export async function restoreEmail(context: AccountsContext, token: string, visitor: Visitor): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const now = context.clock.now();
    const held = await findWayBackByToken(tx, hashToken(token), now);
    const user = held && (await lockUser(tx, held.user_id, now));
    // Reads again under the lock, because another link of the account may just have been used.
    const way = user && (await findWayBackByToken(tx, hashToken(token), now));
    if (!way) throw problem('link_invalid');
    await restore(tx, context, user, way, visitor);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error, 'users_email_key') ? problem('email_taken') : error;
  });
}

async function restore(
  tx: Tx,
  context: AccountsContext,
  user: User,
  way: RestoreLink,
  visitor: Visitor,
): Promise<void> {
  const now = context.clock.now();
  await updateEmail(tx, user.id, way, now);
  await deleteWaysBackSince(tx, way);
  await deleteChangesOf(tx, user.id);
  await forgetRegistrationsOf(tx, way.email_key, now);
  await revokePassword(tx, context, user.id);
  await unlinkEveryIdentity(tx, context, user.id, visitor);
  cancelErasure(tx, context, user, visitor);
  if (user.email !== way.email) sendNotice(tx, context, user, 'email_put_back', {});
  queueRecovery(tx, context, way.email_key, visitor);
  recordAudit(tx, context, { event: 'email_put_back', userId: user.id, visitor });
}
