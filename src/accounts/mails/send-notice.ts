import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { User } from '../users/find-user.ts';
import type { MailContents } from './write-mail.ts';
import type { NoticeContents, NoticeKind } from './notice-texts.ts';
import { sendMail } from './send-mail.ts';

/**
 * Tells the owner of an account what was done to it, in the owner's language: whoever did it may be somebody else. Goes
 * out if and only if the transaction commits.
 */
export function sendNotice<K extends NoticeKind>(
  tx: Tx,
  context: Pick<AccountsContext, 'clock' | 'sealer'>,
  user: Pick<User, 'email' | 'emailKey' | 'firstName' | 'language'>,
  kind: K,
  contents: NoticeContents[K],
): void {
  // An address that a social account only states may be somebody else's.
  if (user.emailKey === null) return;
  const filled = { name: user.firstName, ...contents } as MailContents[K];
  sendMail(tx, context, user.email, user.language, kind, filled);
}
