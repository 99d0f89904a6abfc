import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { forgetDevicesAndAddresses } from '../attempts/known-devices.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { endEverySession } from '../sessions/end-sessions.ts';
import type { User } from '../users/find-user.ts';
import { updatePasswordHash } from './password.store.ts';
import { revokeResetTokens } from './reset-tokens.ts';

/** Whoever knew the old password, held a session or a device or waits for a link is out; the owner of the mailbox hears of it. */
export async function replacePassword(
  tx: Tx,
  context: AccountsContext,
  user: User,
  passwordHash: string,
  visitor: Visitor,
): Promise<void> {
  await updatePasswordHash(tx, user.id, passwordHash, context.clock.now());
  await endEverySession(tx, user.id);
  await revokeResetTokens(tx, user.id);
  forgetDevicesAndAddresses(tx, user.id);
  recordAudit(tx, context, { event: 'password_changed', userId: user.id, visitor });
  sendNotice(tx, context, user, 'password_changed', {});
}
