import { lettersOf } from '../../texts/formats.ts';

export interface TextPart {
  readonly text: string;
  /** Where it is an address of the web; anything else stays text. */
  readonly link?: string;
}

const address = /\bhttps?:\/\/[^\s<>"']+/giu;
/** The sentence's, not the address's. */
const ending = /[.,;:!?)\]}»”’]+$/u;

/** A text with its links. Nothing of it becomes markup, and nothing but http and https becomes a link. */
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

/** One to three emoji and nothing else are drawn large. */
export const isPictureAlone = (text: string): boolean =>
  text.trim() !== '' &&
  text.length <= 40 &&
  picture.test(text) &&
  [...lettersOf(text.replaceAll(/\s/gu, ''))].length <= 3;
