import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { takeMailAllowance } from '../attempts/limit-attempts.ts';
import { sendMail } from '../mails/send-mail.ts';
import { findUserByEmailKey } from '../users/find-user.ts';
import { readStoredLanguage } from '../users/stored-language.ts';
import { issueConfirmationToken } from './pending-registrations.ts';
import { deletePendingRegistration, lockPendingRegistration } from './registration.store.ts';

/** Mails the link that confirms the address; or, where the address has an account, a mail that says so. */
export async function mailConfirmation(context: AccountsContext, id: string): Promise<void> {
  const now = context.clock.now();
  await transaction(context.sql, async (tx) => {
    const pending = await lockPendingRegistration(tx, id, now);
    if (!pending) return;
    const language = readStoredLanguage(pending.language);
    const allowed = await takeMailAllowance(tx, context, 'sign-up', pending.email_key);
    const user = await findUserByEmailKey(tx, pending.email_key, now);
    // To the account of somebody who only used social login so far, the sign-up adds a password.
    if (user && user.passwordHash !== null) {
      await deletePendingRegistration(tx, id);
      if (allowed) sendMail(tx, context, user.email, language, 'already', {});
      return;
    }
    if (!allowed) return;
    const token = await issueConfirmationToken(tx, id);
    // As the account has it: two ways to write an address that compare as one may be two mailboxes.
    sendMail(tx, context, user?.email ?? pending.email, language, 'confirm', {
      name: pending.first_name,
      link: `${context.baseUrl}/confirm?token=${token}&lang=${language}`,
    });
  });
}
