import { addJob, type JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { sendMail, takeMailAllowance } from '../../users/mails/send-mail.ts';
import { hasLiveResetToken, issueResetToken } from '../../credentials/passwords/reset-tokens.ts';
import { findUserByEmailKey } from '../../users/find-user.ts';

export const recoverJobName = 'accounts_mail_recovery';
export const recoveryPurpose = 'recovery request';

interface RecoveryRequest {
  emailKey: string;
  visitor: Visitor;
}

type Context = Pick<AccountsContext, 'clock' | 'sealer'>;

/**
 * Queues a recovery mail. Does the same work for every address: only the job looks for the account. The payload is
 * sealed because the address is personal data.
 */
export function queueRecovery(tx: Tx, context: Context, emailKey: string, visitor: Visitor): void {
  const request: RecoveryRequest = { emailKey, visitor };
  const sealed = context.sealer.seal(JSON.stringify(request), recoveryPurpose).toString('base64');
  addJob(tx, context.clock, recoverJobName, { sealed });
}

function openRecoveryRequest(context: Pick<AccountsContext, 'sealer'>, payload: unknown): RecoveryRequest {
  const { sealed } = payload as { sealed: string };
  return JSON.parse(context.sealer.open(Buffer.from(sealed, 'base64'), recoveryPurpose)) as RecoveryRequest;
}

export function recoveryJobs(context: AccountsContext): JobDefinition[] {
  return [
    {
      name: recoverJobName,
      run: (payload) => mailRecovery(context, openRecoveryRequest(context, payload)),
    },
  ];
}

async function mailRecovery(context: AccountsContext, request: RecoveryRequest): Promise<void> {
  const { emailKey, visitor } = request;
  await transaction(context.sql, async (tx) => {
    const user = await findUserByEmailKey(tx, emailKey, context.clock.now());
    if (!user) return;
    const allowed = await takeMailAllowance(tx, context, 'recovery', emailKey);
    // Above the mail limit a mail is sent only if no earlier link works. So strangers who use up the limit cannot lock
    // the owner out.
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
