import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { issueCodeConfirmation, readCodeConfirmation } from '../../platform/tokens/code-confirmation.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { takeMailAllowance } from '../attempts/limit-attempts.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sendMail } from '../mails/send-mail.ts';
import { findUserById, lockUser, type User } from '../users/find-user.ts';
import { findLastWrongCode, lockTotp, setWrongCodes } from './totp.store.ts';

const purpose = 'totp confirmation';

type MailContext = Pick<AccountsContext, 'clock' | 'sealer' | 'settings' | 'baseUrl'>;

/** Mails the link that lets codes of the app count again. An address that is only stated gets none. */
export async function mailCodeConfirmation(
  tx: Tx,
  context: MailContext,
  user: User,
  lastWrongAt: Date,
): Promise<void> {
  if (user.emailKey === null || !(await takeMailAllowance(tx, context, 'totp', user.id))) return;
  const lastWrongMs = lastWrongAt.getTime();
  const token = issueCodeConfirmation(context, purpose, { ownerId: user.id, lastWrongMs });
  sendMail(tx, context, user.email, user.language, 'codes_held', {
    name: user.firstName,
    link: `${context.baseUrl}/confirm-codes?token=${token}&lang=${user.language}`,
  });
}

/** Whose codes the link lets count again; looking does not use it up. */
export async function findConfirmationUser(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'sealer'>,
  token: string,
): Promise<User | undefined> {
  const stated = readCodeConfirmation(context, purpose, token);
  if (!stated) return undefined;
  const lastWrongAt = await findLastWrongCode(context.sql, stated.ownerId);
  return lastWrongAt?.getTime() === stated.lastWrongMs
    ? findUserById(context.sql, stated.ownerId, context.clock.now())
    : undefined;
}

export async function confirmCodes(context: AccountsContext, token: string, visitor: Visitor): Promise<void> {
  const stated = readCodeConfirmation(context, purpose, token);
  if (!stated) throw problem('link_invalid');
  const userId = stated.ownerId;
  await transaction(context.sql, async (tx) => {
    const user = await lockUser(tx, userId, context.clock.now());
    const row = await lockTotp(tx, userId);
    if (!user || row?.wrong_codes_at.at(-1)?.getTime() !== stated.lastWrongMs) throw problem('link_invalid');
    await setWrongCodes(tx, userId, []);
    recordAudit(tx, context, { event: 'totp_confirmed', userId, visitor });
  });
}
