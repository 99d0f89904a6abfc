import type { Tx } from '../../platform/postgres/client/database.ts';
import { isUniqueViolation, transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { takeBackErasure } from '../erasure/take-back-erasure.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { revokePassword } from '../passwords/revoke-passwords.ts';
import { queueRecovery } from '../recovery/queue-recovery.ts';
import { hashToken } from '../../platform/tokens/opaque-token.ts';
import { forgetRegistrationsOf } from '../sign-up/pending-registrations.ts';
import { unlinkEveryIdentity } from '../social-login/unlink-identity.ts';
import { findUserById, lockUser, type User } from '../users/find-user.ts';
import { deleteChangesOf, updateEmail } from './email-change.store.ts';
import { deleteWaysBackSince, findWayBackByToken, type WayBack } from './way-back.store.ts';

/** What the page shows before anything is done. */
export async function findWayBack(
  context: AccountsContext,
  token: string,
): Promise<{ email: string } | undefined> {
  const now = context.clock.now();
  const way = await findWayBackByToken(context.sql, hashToken(token), now);
  const user = way && (await findUserById(context.sql, way.user_id, now));
  return user && { email: way.email };
}

/**
 * Whoever follows the link says that somebody else has been in the account: the mailbox that it had is its owner's again,
 * and nothing that anybody else may know or hold counts any more. The second factor stays: turning it off needs more
 * proof than a link that lay in a mailbox for days.
 */
export async function putEmailBack(context: AccountsContext, token: string, visitor: Visitor): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const now = context.clock.now();
    const held = await findWayBackByToken(tx, hashToken(token), now);
    const user = held && (await lockUser(tx, held.user_id, now));
    // Once more under the lock: another link of the account may just have been followed.
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
  way: WayBack,
  visitor: Visitor,
): Promise<void> {
  const now = context.clock.now();
  await updateEmail(tx, user.id, way, now);
  await deleteWaysBackSince(tx, way);
  await deleteChangesOf(tx, user.id);
  await forgetRegistrationsOf(tx, way.email_key, now);
  await revokePassword(tx, context, user.id);
  await unlinkEveryIdentity(tx, context, user.id, visitor);
  takeBackErasure(tx, context, user, visitor);
  if (user.email !== way.email) sendNotice(tx, context, user, 'email_put_back', {});
  queueRecovery(tx, context, way.email_key, visitor);
  recordAudit(tx, context, { event: 'email_put_back', userId: user.id, visitor });
}
