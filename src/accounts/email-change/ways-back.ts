import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { sayDay } from '../mails/mail-times.ts';
import { sendMail } from '../mails/send-mail.ts';
import { hashToken, newToken } from '../../platform/tokens/opaque-token.ts';
import type { User } from '../users/find-user.ts';
import { sendNotice } from '../mails/send-notice.ts';
import { deleteWaysBackSince, extendWaysBack, findFirstWayBackTo, insertWayBack } from './way-back.store.ts';

const wayBackMs = 7 * 24 * 3_600_000;

/**
 * Tells the address that an account has, or had until now, how to keep it. In the owner's language: whoever asked for
 * another one may be somebody else. Nobody is told where a social login only stated the address.
 */
export async function mailWayBack(
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
 * Tells the address that an account leaves. Where it goes back to one that it had in the last days, that one was its
 * owner's before: what was put between gets no way back and keeps none, or a thief could undo the repair.
 */
export async function tellLeftAddress(
  tx: Tx,
  context: AccountsContext,
  user: User,
  nextEmail: string,
): Promise<void> {
  if (user.email === nextEmail) return;
  const former = await findFirstWayBackTo(tx, user.id, nextEmail, context.clock.now());
  if (!former) return mailWayBack(tx, context, user, 'email_changed');
  await deleteWaysBackSince(tx, former);
  sendNotice(tx, context, user, 'email_returned', {});
}
