import type { Language } from '../../platform/http/language.ts';
import { html, type Html } from '../../platform/http/page.ts';
import { emailChangeTexts } from './email-change-texts.ts';
import { greetableName } from './greeting.rules.ts';
import { requestedTexts, type MailText } from './mail-texts.ts';
import { noticeTexts, type NoticeContents, type NoticeKind, type Nothing } from './notice-texts.ts';

/** What is mailed, and what each needs to know. */
export type MailContents = {
  confirm: { name: string; link: string };
  already: Nothing;
  recovery: { name: string; link: string; code: string };
  new_address: { name: string; link: string };
  address_wanted: Nothing;
  email_change_asked: { name: string; link: string; day: string };
  email_changed: { name: string; link: string; day: string };
} & { [K in NoticeKind]: { name: string } & NoticeContents[K] };
export type MailKind = keyof MailContents;

const texts: Record<MailKind, Record<Language, MailText>> = {
  ...requestedTexts,
  ...emailChangeTexts,
  ...noticeTexts,
};

const greetings: Record<Language, (name: string | undefined) => string> = {
  en: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  pt: (name) => (name === undefined ? 'Olá,' : `Olá, ${name},`),
  de: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
};

export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

export function writeMail<K extends MailKind>(
  kind: K,
  language: Language,
  contents: MailContents[K],
): WrittenMail {
  const { subject, paragraphs, button } = texts[kind][language];
  const values: Record<string, string> = { ...contents };
  const greeting = greetings[language](greetableName(values['name']));
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
  return {
    subject,
    text: `${[greeting, ...paragraphs.map(fill)].join('\n\n')}\n\nPraça\n`,
    html: html`<!doctype html>
      <html lang="${language}">
        <body
          style="font:16px/1.5 system-ui,sans-serif;color:#1c1b1a;max-width:34rem;margin:0 auto;padding:1rem"
        >
          <p>${greeting}</p>
          ${paragraphs.map((text) => paragraph(text, fill, values, button))}
          <p style="color:#5d5a55">Praça</p>
        </body>
      </html>`.text,
  };
}

function paragraph(
  text: string,
  fill: (text: string) => string,
  values: Record<string, string>,
  button: string | undefined,
): Html {
  if (text === '{link}' && button !== undefined) {
    return html`<p>
      <a
        href="${values['link'] ?? ''}"
        target="_top"
        style="display:inline-block;padding:.65rem 1.2rem;border-radius:.5rem;background:#0b6e4f;color:#fff;text-decoration:none;font-weight:600"
        >${button}</a
      >
    </p>`;
  }
  if (text === '{code}') {
    return html`<p style="font:600 1.4rem ui-monospace,monospace;letter-spacing:.1em">
      ${values['code'] ?? ''}
    </p>`;
  }
  return html`<p>${fill(text)}</p>`;
}
