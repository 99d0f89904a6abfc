import { html, type Html } from '../http/page.ts';
import { keepLatest } from './keep-latest.ts';

/** Alternates text and names of placeholders. There are a few hundred texts. */
const piecesOf = keepLatest(1000, (text: string) => text.split(/\{(\w+)\}/));

/**
 * Puts values into a text for people, which names them in braces: `Hello {name}`. All mails, pushes and pages use this
 * one form. A value stays as it is, also where it looks like a placeholder.
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  const pieces = piecesOf(text);
  let filled = pieces[0] ?? '';
  for (let index = 1; index < pieces.length; index += 2) {
    const name = pieces[index] ?? '';
    filled += `${values[name] ?? `{${name}}`}${pieces[index + 1] ?? ''}`;
  }
  return filled;
}

/** Like `fill`, with HTML as values. */
export const fillHtml = (text: string, values: Readonly<Record<string, Html | string>>): Html =>
  html`${piecesOf(text).map((piece, index) => (index % 2 === 0 ? piece : (values[piece] ?? `{${piece}}`)))}`;
