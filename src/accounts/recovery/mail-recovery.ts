import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { takeMailAllowance } from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { sendMail } from '../mails/send-mail.ts';
import { hashOneTime, newCode } from '../passwords/one-time-password.ts';
import { hashToken, newSessionToken } from '../sessions/session-token.ts';
import { findUserByEmailKey } from '../users/find-user.ts';
import type { RecoveryRequest } from './queue-recovery.ts';
import { hasLiveRecovery, insertRecovery } from './recovery.store.ts';

export const recoveryLifetimeMs = 10 * 60_000;

export async function mailRecovery(context: AccountsContext, request: RecoveryRequest): Promise<void> {
  const { emailKey, visitor } = request;
  await transaction(context.sql, async (tx) => {
    const user = await findUserByEmailKey(tx, emailKey);
    if (!user) return;
    const allowed = await takeMailAllowance(tx, context, 'recovery', emailKey);
    // Whatever strangers have asked for, the owner always has a link that works, or gets one.
    if (!allowed && (await hasLiveRecovery(tx, user.id, context.clock.now()))) return;
    const token = newSessionToken();
    const code = newCode();
    const createdAt = context.clock.now();
    await insertRecovery(tx, {
      id: newId(createdAt.getTime()),
      userId: user.id,
      tokenHash: hashToken(token),
      codeHash: hashOneTime(code),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + recoveryLifetimeMs),
    });
    sendMail(tx, context, user.email, visitor.language, 'recovery', {
      name: user.first_name,
      link: `${context.baseUrl}/new-password?token=${token}&lang=${visitor.language}`,
      code,
    });
    recordAudit(tx, context, { event: 'recovery_mailed', userId: user.id, visitor });
  });
}
