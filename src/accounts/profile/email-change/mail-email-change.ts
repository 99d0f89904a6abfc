import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { sendMail, takeMailAllowance } from '../../users/mails/send-mail.ts';
import { hashToken, newToken } from '../../../platform/tokens/opaque-token.ts';
import { findUserByEmailKey, lockUser } from '../../users/find-user.ts';
import { findUnmailedChange, setChangeTokenHash } from './email-change.store.ts';

/**
 * Mails the link that confirms the new address. If another account has the address, mails a note to its owner instead.
 */
export async function mailEmailChange(context: AccountsContext, id: string): Promise<void> {
  const now = context.clock.now();
  await transaction(context.sql, async (tx) => {
    const change = await findUnmailedChange(tx, id, now);
    const user = change && (await lockUser(tx, change.user_id, now));
    if (!change || !user) return;
    if (!(await takeMailAllowance(tx, context, 'email-change', change.email_key))) return;
    const owner = await findUserByEmailKey(tx, change.email_key, now);
    if (owner && owner.id !== user.id) {
      sendMail(tx, context, owner.email, owner.language, 'address_wanted', {});
      return;
    }
    const token = newToken();
    if (!(await setChangeTokenHash(tx, id, hashToken(token)))) return;
    sendMail(tx, context, change.email, user.language, 'new_address', {
      name: user.firstName,
      link: `${context.baseUrl}/new-address?token=${token}&lang=${user.language}`,
    });
  });
}
