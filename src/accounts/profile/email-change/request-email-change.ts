import { newId } from '../../../platform/ids.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { invalidField, type ProblemError } from '../../../platform/problem.ts';
import { takeAllowance } from '../../../platform/throttle/take-allowance.ts';
import { throttleKey } from '../../../platform/throttle/throttle.store.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { tooManyAttempts } from '../../protection/attempts/limit-attempts.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import type { AccountsSession } from '../../sessions/find-session.ts';
import { checkTotp } from '../../credentials/totp/check-totp.ts';
import { withTotpProof } from '../../credentials/totp/manage-totp.ts';
import { lockUser, type User, hasTotp } from '../../users/find-user.ts';
import { readEmail, type EmailAddress } from '../../../platform/identity/read-email.ts';
import { deleteChangesOf, insertChange } from './email-change.store.ts';
import { mailRestoreLink } from './restore-links.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

const linkMs = 24 * 3_600_000;

export const emailChangeJobName = 'accounts_mail_email_change';

export interface RequestedChange {
  email: string;
  expiresAt: Date;
}

/**
 * Requests a change of address. The address changes when the new one is confirmed. Writes the same rows and the same
 * job for known and unknown addresses; the job decides later which mail is sent.
 */
export async function requestEmailChange(
  context: AccountsContext,
  session: AccountsSession,
  input: { user_email: string; totp?: string | undefined },
  visitor: Visitor,
): Promise<RequestedChange> {
  const email = readEmail(input.user_email);
  const { userId } = session;
  const work = async (tx: Tx): Promise<RequestedChange | ProblemError> => {
    const user = await lockUser(tx, userId, context.clock.now());
    if (!user) throw problem('unauthorized');
    refuseOwnAddress(user, email);
    if (await hasTotp(tx, userId)) {
      if (input.totp === undefined || input.totp === '') return problem('totp_required');
      const refusal = await checkTotp(tx, context, userId, input.totp, visitor);
      if (refusal) return problem(refusal);
    }
    const times = context.settings.EMAIL_CHANGES_PER_DAY;
    const counted = { key: throttleKey('email-change', userId), atOnce: times, perDay: times };
    const waitMs = await takeAllowance(tx, context, [counted]);
    if (waitMs > 0) return tooManyAttempts(waitMs);
    return addChange(tx, context, user, email, visitor);
  };
  return withTotpProof(context, userId, visitor, work, 'email_change_failed');
}

/**
 * Refuses the user's current address. Another spelling is a change, since it may be another mailbox. An unverified
 * address may be requested, to verify it.
 */
function refuseOwnAddress(user: User, email: EmailAddress): void {
  if (user.email !== email.address || user.emailKey === null || user.emailConfirmedAt === null) return;
  throw invalidField('user_email', 'unchanged', accountsWords.unchanged);
}

async function addChange(
  tx: Tx,
  context: AccountsContext,
  user: User,
  { address, key }: EmailAddress,
  visitor: Visitor,
): Promise<RequestedChange> {
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + linkMs);
  // Invalidates links to other addresses: after a typing error, the owner of the wrong mailbox must not be able to
  // confirm.
  await deleteChangesOf(tx, user.id, address);
  const id = newId(createdAt.getTime());
  await insertChange(tx, {
    id,
    user_id: user.id,
    email: address,
    email_key: key,
    created_at: createdAt,
    expires_at: expiresAt,
  });
  if (user.email !== address) await mailRestoreLink(tx, context, user, 'email_change_asked');
  addJob(tx, context.clock, emailChangeJobName, { id });
  recordAudit(tx, context, { event: 'email_change_requested', userId: user.id, visitor });
  return { email: address, expiresAt };
}
