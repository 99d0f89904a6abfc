import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { issueCodeConfirmation, readCodeConfirmation } from '../../../platform/tokens/code-confirmation.ts';
import { takeCode, useConfirmation } from '../../../platform/tokens/take-code.ts';
import { findLastWrongCode, type TotpOwner } from '../../../platform/tokens/totp.store.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit, type AuditEntry } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { sayTime, sendMail, sendNotice, takeMailAllowance } from '../../users/mails/send-mail.ts';
import { findUserById, lockUser, type User } from '../../users/find-user.ts';

export const userTotp = (userId: string): TotpOwner => ({
  kind: 'accounts',
  id: userId,
  schema: 'accounts',
  secrets: 'totp_secrets',
  recoveryCodes: 'recovery_codes',
  column: 'user_id',
  sealPurpose: `totp secret ${userId}`,
});

/** Purpose of the token in the mailed link that allows app codes again. */
const confirmationPurpose = 'totp confirmation';

type MailContext = Pick<AccountsContext, 'clock' | 'sealer' | 'settings' | 'baseUrl'>;

/** Reason for a refusal: the code is wrong, or after too many wrong codes app codes need a mailed confirmation. */
export type CodeRefusal = 'totp_invalid' | 'totp_confirmation_required';

/**
 * Checks a code of the app or a recovery code. Returns undefined if it is right. Wrong codes are counted if the caller
 * commits.
 */
export async function checkTotp(
  tx: Tx,
  context: MailContext,
  userId: string,
  code: string,
  visitor: Visitor,
): Promise<CodeRefusal | undefined> {
  const taken = await takeCode(tx, context, userTotp(userId), code);
  if (taken === 'app') return undefined;
  if (taken === 'recovery') {
    await recordTotpEvent(tx, context, userId, 'recovery_code_used', visitor);
    return undefined;
  }
  const { reason, mail } = taken;
  const user = mail && (await findUserById(tx, userId, context.clock.now()));
  if (user && mail.kind === 'confirmation') await mailCodeConfirmation(tx, context, user, mail.lastWrongAt);
  if (user && mail.kind === 'notice') {
    // The password was right or a session is open, so the wrong codes may be an attack by another person.
    sendNotice(tx, context, user, 'wrong_codes', {
      count: String(mail.count),
      when: sayTime(mail.lastWrongAt, user.language),
      network: visitor.address,
    });
  }
  return reason === 'held' ? 'totp_confirmation_required' : 'totp_invalid';
}

/** Records the event and mails it to the owner of the account, since another person may have caused it. */
export async function recordTotpEvent(
  tx: Tx,
  context: Pick<AccountsContext, 'clock' | 'sealer'>,
  userId: string,
  event: 'totp_enabled' | 'totp_disabled' | 'recovery_codes_renewed' | 'recovery_code_used',
  visitor: Visitor,
  detail: AuditEntry['detail'] = {},
): Promise<void> {
  recordAudit(tx, context, { event, userId, visitor, detail });
  const user = await findUserById(tx, userId, context.clock.now());
  if (user) sendNotice(tx, context, user, event, {});
}

/** Mails the link that allows app codes again. An unverified address gets no mail. */
async function mailCodeConfirmation(
  tx: Tx,
  context: MailContext,
  user: User,
  lastWrongAt: Date,
): Promise<void> {
  if (user.emailKey === null || !(await takeMailAllowance(tx, context, 'totp', user.id))) return;
  const stated = { ownerId: user.id, lastWrongMs: lastWrongAt.getTime() };
  const token = issueCodeConfirmation(context, confirmationPurpose, stated);
  sendMail(tx, context, user.email, user.language, 'codes_held', {
    name: user.firstName,
    link: `${context.baseUrl}/confirm-codes?token=${token}&lang=${user.language}`,
  });
}

/** Returns the user of a link that allows codes again. Reading does not consume the link. */
export async function findConfirmationUser(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'sealer'>,
  token: string,
): Promise<User | undefined> {
  const stated = readCodeConfirmation(context, confirmationPurpose, token);
  if (!stated) return undefined;
  const lastWrongAt = await findLastWrongCode(context.sql, userTotp(stated.ownerId));
  return lastWrongAt?.getTime() === stated.lastWrongMs
    ? findUserById(context.sql, stated.ownerId, context.clock.now())
    : undefined;
}

export async function confirmCodes(context: AccountsContext, token: string, visitor: Visitor): Promise<void> {
  const stated = readCodeConfirmation(context, confirmationPurpose, token);
  if (!stated) throw problem('link_invalid');
  const userId = stated.ownerId;
  await transaction(context.sql, async (tx) => {
    const user = await lockUser(tx, userId, context.clock.now());
    if (!user || !(await useConfirmation(tx, userTotp(userId), stated))) throw problem('link_invalid');
    recordAudit(tx, context, { event: 'totp_confirmed', userId, visitor });
  });
}
