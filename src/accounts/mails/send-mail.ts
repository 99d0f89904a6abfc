import type { Language } from '../../platform/http/language.ts';
import { queueMail } from '../../platform/mail/mail.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { writeMail, type MailContents, type MailKind } from './write-mail.ts';

/** Goes out if and only if the transaction commits. */
export function sendMail<K extends MailKind>(
  tx: Tx,
  context: Pick<AccountsContext, 'clock' | 'sealer'>,
  to: string,
  language: Language,
  kind: K,
  contents: MailContents[K],
): void {
  queueMail(tx, context, { to, ...writeMail(kind, language, contents) });
}
