import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { forgetDevicesAndAddresses } from '../../protection/attempts/known-devices.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { sendNotice } from '../../users/mails/send-mail.ts';
import { endEverySession, endPasswordChangeSessions } from '../../sessions/end-sessions.ts';
import type { User } from '../../users/find-user.ts';
import { updatePasswordHash, clearAnyOneTimePassword, clearPasswords } from './password.store.ts';
import { revokeResetTokens } from './reset-tokens.ts';

/** Sets a new password, ends all sessions but `keptSessionId`, devices and links, and mails a notice to the user. */
export async function replacePassword(
  tx: Tx,
  context: AccountsContext,
  user: User,
  passwordHash: string,
  visitor: Visitor,
  keptSessionId: string | null = null,
): Promise<void> {
  await updatePasswordHash(tx, user.id, passwordHash, context.clock.now());
  await endEverySession(tx, user.id, keptSessionId);
  await revokeResetTokens(tx, user.id);
  forgetDevicesAndAddresses(tx, user.id);
  recordAudit(tx, context, { event: 'password_changed', userId: user.id, visitor });
  sendNotice(tx, context, user, 'password_changed', {});
}

/**
 * Deletes the passwords and ends all sessions, devices and links. Only a mailed link can set a new password afterwards.
 */
export async function revokePassword(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  userId: string,
): Promise<void> {
  await clearPasswords(tx, userId, clock.now());
  await endEverySession(tx, userId);
  forgetDevicesAndAddresses(tx, userId);
  await revokeResetTokens(tx, userId);
}

/**
 * Called when the address changes. Deletes the links and codes sent to the old mailbox, the one-time password and its
 * sessions.
 */
export async function revokeRecovery(tx: Tx, userId: string): Promise<void> {
  await revokeResetTokens(tx, userId);
  await clearAnyOneTimePassword(tx, userId);
  await endPasswordChangeSessions(tx, userId);
}
