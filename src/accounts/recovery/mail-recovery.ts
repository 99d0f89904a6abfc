import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { takeMailAllowance } from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sendMail } from '../mails/send-mail.ts';
import { hasLiveResetToken, issueResetToken } from '../passwords/reset-tokens.ts';
import { findUserByEmailKey } from '../users/find-user.ts';
import type { RecoveryRequest } from './queue-recovery.ts';

export async function mailRecovery(context: AccountsContext, request: RecoveryRequest): Promise<void> {
  const { emailKey, visitor } = request;
  await transaction(context.sql, async (tx) => {
    const user = await findUserByEmailKey(tx, emailKey, context.clock.now());
    if (!user) return;
    const allowed = await takeMailAllowance(tx, context, 'recovery', emailKey);
    // Whatever strangers have asked for, the owner always has a link that works, or gets one.
    if (!allowed && (await hasLiveResetToken(tx, context, user.id))) return;
    const { token, code } = await issueResetToken(tx, context, user.id);
    sendMail(tx, context, user.email, visitor.language, 'recovery', {
      name: user.firstName,
      link: `${context.baseUrl}/new-password?token=${token}&lang=${visitor.language}`,
      code,
    });
    recordAudit(tx, context, { event: 'recovery_mailed', userId: user.id, visitor });
  });
}
