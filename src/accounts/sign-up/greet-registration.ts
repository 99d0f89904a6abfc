import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { takeMailAllowance } from '../attempts/limit-attempts.ts';
import { sendMail } from '../mails/send-mail.ts';
import { hashToken, newSessionToken } from '../sessions/session-token.ts';
import { findUserByEmailKey } from '../users/find-user.ts';
import { deletePendingRegistration, lockPendingRegistration, setTokenHash } from './registration.store.ts';

/** Mails a link to a new address, and to one that has an account that it has one. */
export async function greetRegistration(context: AccountsContext, id: string): Promise<void> {
  const now = context.clock.now();
  await transaction(context.sql, async (tx) => {
    const pending = await lockPendingRegistration(tx, id, now);
    if (!pending) return;
    const allowed = await takeMailAllowance(tx, context, 'sign-up', pending.email_key);
    const user = await findUserByEmailKey(tx, pending.email_key);
    // With a password, that is: to somebody who only used social login so far, the sign-up adds one.
    if (user && user.password_hash !== null) {
      await deletePendingRegistration(tx, id);
      if (allowed) sendMail(tx, context, user.email, pending.language, 'already', {});
      return;
    }
    if (!allowed) return;
    const token = newSessionToken();
    await setTokenHash(tx, id, hashToken(token));
    // As the account has it: two ways to write an address that compare as one may be two mailboxes.
    sendMail(tx, context, user?.email ?? pending.email, pending.language, 'confirm', {
      name: pending.first_name,
      link: `${context.baseUrl}/confirm?token=${token}&lang=${pending.language}`,
    });
  });
}
