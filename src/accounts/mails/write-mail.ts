import type { Language } from '../../platform/http/language.ts';
import { writeLetter, type Letter, type LetterText } from '../../platform/mail/write-letter.ts';
import { emailChangeTexts } from './email-change-texts.ts';
import { requestedTexts } from './mail-texts.ts';
import { noticeTexts, type NoticeContents, type NoticeKind, type Nothing } from './notice-texts.ts';

/** What is mailed, and what each needs to know. */
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

const texts: Record<MailKind, Record<Language, LetterText>> = {
  ...requestedTexts,
  ...emailChangeTexts,
  ...noticeTexts,
};

export const writeMail = <K extends MailKind>(
  kind: K,
  language: Language,
  contents: MailContents[K],
): Letter => writeLetter(texts[kind][language], language, { ...contents });
