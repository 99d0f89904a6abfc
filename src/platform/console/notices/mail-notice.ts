import type { Clock } from '../../clock.ts';
import { languages, type Language } from '../../http/language.ts';
import { queueMail } from '../../mail/mail.ts';
import { writeLetter } from '../../mail/write-letter.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { beginAttempt } from '../../throttle/throttle.ts';
import type { Sealer } from '../../tokens/sealer.ts';
import { counted } from '../console-throttle.ts';
import { findPerson } from '../people/person.store.ts';
import { noticeTexts, type NoticeKind } from './notice-texts.ts';

export interface NoticeContext {
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/**
 * Mails a person what happened to their sign-in. A throttle counts these mails, so that repeating an act does not flood
 * the mailbox. Each kind is counted apart, so that many mails of one kind do not suppress another kind.
 */
export async function mailNotice(
  tx: Tx,
  context: NoticeContext,
  personId: string,
  kind: NoticeKind,
  contentsIn: (language: Language) => Readonly<Record<string, string>> = () => ({}),
): Promise<void> {
  const person = await findPerson(tx, personId);
  // Visitors of the sandbox have neither password nor mailbox.
  if (!person || person.password_hash === null) return;
  const mails = await beginAttempt(tx, context, [counted('mail', `notice ${kind} ${personId}`)]);
  if (mails.waitMs > 0) return;
  mails.fail();
  const language = languages.find((known) => known === person.language) ?? 'en';
  const values = { name: person.name, ...contentsIn(language) };
  queueMail(tx, context, { to: person.email, ...writeLetter(noticeTexts[kind][language], language, values) });
}
