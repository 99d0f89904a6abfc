import type { Language, Words } from '../http/language.ts';
import { html, type Html } from '../http/page.ts';
import { toNormalForm } from '../normal-form.ts';
import { fill } from '../pages/fill-text.ts';

export interface LetterText {
  subject: string;
  /** Paragraphs after the greeting. `{link}` and `{code}` are paragraphs of their own. */
  paragraphs: readonly string[];
  button?: string;
}

export type LetterTexts = Readonly<Record<Language, LetterText>>;

const greetings: Words = { en: 'Hello {name},', pt: 'Olá, {name},', de: 'Guten Tag {name},' };
const namelessGreetings: Words = { en: 'Hello,', pt: 'Olá,', de: 'Guten Tag,' };

export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** Writes a letter. `values` replace the placeholders; `name` is used in the greeting if it is safe. */
export function writeLetter(
  { subject, paragraphs, button }: LetterText,
  language: Language,
  values: Readonly<Record<string, string>>,
): Letter {
  const name = greetableName(values['name']);
  const greeting = name === undefined ? namelessGreetings[language] : fill(greetings[language], { name });
  return {
    subject,
    text: `${[greeting, ...paragraphs.map((text) => fill(text, values))].join('\n\n')}\n\nPraça\n`,
    html: html`<!doctype html>
      <html lang="${language}">
        <body
          style="font:16px/1.5 system-ui,sans-serif;color:#1c1b1a;max-width:34rem;margin:0 auto;padding:1rem"
        >
          <p>${greeting}</p>
          ${paragraphs.map((text) => paragraph(text, values, button))}
          <p style="color:#5d5a55">Praça</p>
        </body>
      </html>`.text,
  };
}

const longestGreeted = 40;

/**
 * Letters with their marks, in words that may end with a full stop but not contain one, so that no word can be an
 * address.
 */
const greetedPattern = /^(?=.*\p{L})(?:[\p{L}\p{M}'’-]+\.?(?: |$))+$/u;

/**
 * Returns the name that a mail greets with. The person who signs up chooses it, and the mail may go to the address of
 * another person. So the greeting leaves out a name that could carry a message or a link.
 */
export function greetableName(name: string | undefined): string | undefined {
  const trimmed =
    toNormalForm(name ?? '', longestGreeted)
      ?.trim()
      .replaceAll(/ {2,}/g, ' ') ?? '';
  return Array.from(trimmed).length <= longestGreeted && greetedPattern.test(trimmed) ? trimmed : undefined;
}

function paragraph(text: string, values: Readonly<Record<string, string>>, button: string | undefined): Html {
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
  return html`<p>${fill(text, values)}</p>`;
}
