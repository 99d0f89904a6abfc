import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { hashToken, newToken } from '../../../platform/tokens/opaque-token.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { sayDay, sendMail, sendNotice } from '../../users/mails/send-mail.ts';
import type { User } from '../../users/find-user.ts';
import { deleteWaysBackSince, extendWaysBack, findFirstWayBackTo, insertWayBack } from './way-back.store.ts';

const wayBackMs = 7 * 24 * 3_600_000;

/**
 * Mails a restore link to the address that the account has or had until now. Uses the owner's language, since another
 * person may have requested the change. An address that a social login only stated gets no mail.
 */
export async function mailRestoreLink(
  tx: Tx,
  context: AccountsContext,
  user: Pick<User, 'id' | 'email' | 'emailKey' | 'firstName' | 'language'>,
  kind: 'email_change_asked' | 'email_changed',
): Promise<void> {
  if (user.emailKey === null) return;
  const token = newToken();
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + wayBackMs);
  await extendWaysBack(tx, user.id, createdAt, expiresAt);
  await insertWayBack(tx, {
    id: newId(createdAt.getTime()),
    user_id: user.id,
    email: user.email,
    email_key: user.emailKey,
    token_hash: hashToken(token),
    created_at: createdAt,
    expires_at: expiresAt,
  });
  sendMail(tx, context, user.email, user.language, kind, {
    name: user.firstName,
    link: `${context.baseUrl}/old-address?token=${token}&lang=${user.language}`,
    day: sayDay(expiresAt, user.language),
  });
}

/**
 * Notifies the address that the account leaves. If the account had the next address in the last days, it returns to its
 * owner's address. Then the address in between gets no restore link and loses existing ones. Otherwise an attacker
 * could undo the repair.
 */
export async function notifyLeftAddress(
  tx: Tx,
  context: AccountsContext,
  user: User,
  nextEmail: string,
): Promise<void> {
  if (user.email === nextEmail) return;
  const former = await findFirstWayBackTo(tx, user.id, nextEmail, context.clock.now());
  if (!former) return mailRestoreLink(tx, context, user, 'email_changed');
  await deleteWaysBackSince(tx, former);
  sendNotice(tx, context, user, 'email_returned', {});
}
