import { type Language, locales } from '../../../platform/http/language.ts';
import { queueMail } from '../../../platform/mail/mail.ts';
import { lockAttempts, throttleKey, writeAttempts } from '../../../platform/throttle/throttle.store.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { writeLetter, type Letter, type LetterTexts } from '../../../platform/mail/write-letter.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import type { User } from '../find-user.ts';
import { type NoticeContents, type NoticeKind, noticeTexts, type Nothing } from './notice-texts.ts';
import { emailChangeTexts } from './email-change-texts.ts';
import { requestedTexts } from './mail-texts.ts';

/** Queues a mail. It is sent if and only if the transaction commits. */
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

/**
 * Notifies the owner of an account of a change, because another person may have made it. Sent if and only if the
 * transaction commits.
 */
export function sendNotice<K extends NoticeKind>(
  tx: Tx,
  context: Pick<AccountsContext, 'clock' | 'sealer'>,
  user: Pick<User, 'email' | 'emailKey' | 'firstName' | 'language'>,
  kind: K,
  contents: NoticeContents[K],
): void {
  // An address that a social account only states may belong to another person.
  if (user.emailKey === null) return;
  const filled = { name: user.firstName, ...contents } as MailContents[K];
  sendMail(tx, context, user.email, user.language, kind, filled);
}

export type MailContents = {
  confirm: { name: string; link: string };
  already: Nothing;
  recovery: { name: string; link: string; code: string };
  codes_held: { name: string; link: string };
  new_address: { name: string; link: string };
  address_wanted: Nothing;
  email_change_asked: { name: string; link: string; day: string };
  email_changed: { name: string; link: string; day: string };
} & { [K in NoticeKind]: { name: string } & NoticeContents[K] };
export type MailKind = keyof MailContents;

const texts: Record<MailKind, LetterTexts> = {
  ...requestedTexts,
  ...emailChangeTexts,
  ...noticeTexts,
};

export const writeMail = <K extends MailKind>(
  kind: K,
  language: Language,
  contents: MailContents[K],
): Letter => writeLetter(texts[kind][language], language, { ...contents });

/** Mails use UTC because the reader's time zone is not known. */
const timeZone = 'UTC';

export const sayDay = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at);

/** Formats a time in UTC. The texts state the zone. */
export const sayTime = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);

const mailWindowMs = 3_600_000;

/**
 * Returns whether this address or user may get one more mail of a kind that strangers can cause. Kinds are counted
 * separately: otherwise sign-ups by strangers could keep the owner of an address from recovering the account.
 */
export async function takeMailAllowance(
  tx: Tx,
  context: Pick<AccountsContext, 'clock' | 'settings'>,
  kind: 'sign-up' | 'recovery' | 'email-change' | 'sign-in' | 'totp',
  whom: string,
): Promise<boolean> {
  const now = context.clock.now();
  const nowMs = now.getTime();
  const key = throttleKey('mail', kind, whom);
  const sent = (await lockAttempts(tx, [key], now))(key);
  const window = sent && sent.count > 0 && sent.blockedUntilMs > nowMs ? sent : undefined;
  const count = (window?.count ?? 0) + 1;
  const blockedUntilMs = window?.blockedUntilMs ?? nowMs + mailWindowMs;
  writeAttempts(tx, [[key, { count, lastMs: nowMs, blockedUntilMs }]]);
  return count <= context.settings.MAILS_PER_HOUR;
}
