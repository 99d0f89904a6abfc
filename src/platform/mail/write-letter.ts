import type { Language } from '../http/language.ts';
import { html, type Html } from '../http/page.ts';
import { greetableName } from './greeting.rules.ts';

export interface LetterText {
  subject: string;
  /** Paragraphs after the greeting; `{link}` and `{code}` stand alone in theirs. */
  paragraphs: readonly string[];
  button?: string;
}

const greetings: Record<Language, (name: string | undefined) => string> = {
  en: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  pt: (name) => (name === undefined ? 'Olá,' : `Olá, ${name},`),
  de: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
};

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** `values` fill the braces of the text; `name` is greeted, where it can be. */
export function writeLetter(
  { subject, paragraphs, button }: LetterText,
  language: Language,
  values: Readonly<Record<string, string>>,
): Letter {
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
  values: Readonly<Record<string, string>>,
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
