import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField, type ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { takeAllowance } from '../allowances/take-allowance.ts';
import { tooManyAttempts } from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import type { AccountsSession } from '../sessions/find-session.ts';
import { checkTotp, hasTotp } from '../totp/check-totp.ts';
import { withTotpProof } from '../totp/with-totp-proof.ts';
import { lockUser, type User } from '../users/find-user.ts';
import { readEmail, type EmailAddress } from '../../platform/identity/read-email.ts';
import { deleteChangesOf, insertChange } from './email-change.store.ts';
import { mailWayBack } from './ways-back.ts';

/** How long the link to the new address may wait to be followed. */
const linkMs = 24 * 3_600_000;

export const emailChangeJobName = 'accounts_mail_email_change';

export interface RequestedChange {
  email: string;
  expiresAt: Date;
}

/**
 * The address stays as it is until the new one has confirmed it. The same rows and the same job whether or not somebody
 * has the new address: which mail goes there is decided later, by the job.
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
    const counted = { parts: ['email-change', userId], atOnce: times, perDay: times };
    const waitMs = await takeAllowance(tx, context, [counted]);
    if (waitMs > 0) return tooManyAttempts(waitMs);
    return addChange(tx, context, user, email, visitor);
  };
  return withTotpProof(context, userId, visitor, work, 'email_change_failed');
}

/** Another way to write it is a change, since it may be another mailbox; so is proving one that nobody has proven. */
function refuseOwnAddress(user: User, email: EmailAddress): void {
  if (user.email !== email.address || user.emailKey === null || user.emailConfirmedAt === null) return;
  throw invalidField('user_email', 'unchanged', 'must be another than the current one');
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
  // Whoever mistyped the address must not be taken over by the mailbox that the first link went to.
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
  if (user.email !== address) await mailWayBack(tx, context, user, 'email_change_asked');
  addJob(tx, context.clock, emailChangeJobName, { id });
  recordAudit(tx, context, { event: 'email_change_requested', userId: user.id, visitor });
  return { email: address, expiresAt };
}
