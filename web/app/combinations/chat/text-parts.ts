import { lettersOf } from '../../texts/formats.ts';

export interface TextPart {
  readonly text: string;
  /** Set if the part is an http or https address. */
  readonly link?: string;
}

const address = /\bhttps?:\/\/[^\s<>"']+/giu;
/** Trailing punctuation that belongs to the sentence and not to the address. */
const ending = /[.,;:!?)\]}»”’]+$/u;

/**
 * Splits a text into plain parts and links. Only http and https addresses become links, and no part is parsed as
 * markup.
 */
export function splitLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const found of text.matchAll(address)) {
    const link = found[0].replace(ending, '');
    if (!URL.canParse(link)) continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ text: link, link });
    from = found.index + link.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

const picture = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\u200D|\uFE0F|\s)+$/u;

/** True for a text of one to three emoji only, which is displayed large. */
export const isPictureAlone = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= 40 &&
  picture.test(text) &&
  [...lettersOf(text.replaceAll(/\s/gu, ''))].length <= 3;
