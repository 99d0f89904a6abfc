import { toNormalForm } from '../../platform/normal-form.ts';

/**
 * The picture of people without one. Its address says what the picture shows and no more: one or two letters and a
 * colour, so that neither a name nor an id can be read from it, and nothing has to be looked up to draw it.
 *
 * It is an SVG, because the letters are drawn with the fonts of whoever looks at it: names come in any script, and a
 * server has fonts for few of them.
 */

/** White text on each of them has a contrast of at least 4.5 to 1. */
const colours = ['#8a3b12', '#7a4b00', '#3d6b1f', '#0b6e5f', '#0f5f8c', '#3f4fa8', '#6b3fa0', '#9c2f6b'];

/** A letter or digit with the marks that belong to it. */
const letter = /^[\p{L}\p{N}]\p{M}{0,3}$/u;
const letters = /^(?:[\p{L}\p{N}]\p{M}{0,3}){0,4}$/u;
/** Bounds the work on a long name: only its first letter is used. */
const longestBeginning = 40;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

export function initialsOf(firstName: string, lastName: string): string {
  return firstLetter(firstName) + firstLetter(lastName);
}

function firstLetter(name: string): string {
  const beginning = name.trim().slice(0, longestBeginning);
  const [first] = graphemes.segment(toNormalForm(beginning, longestBeginning) ?? '');
  const text = first?.segment ?? '';
  if (!letter.test(text)) return '';
  const upper = text.toUpperCase();
  // The capital of ß is SS, and of ﬁ it is FI: those stay as they are.
  return letter.test(upper) ? upper : text;
}

/** Ids of people are random at their end, which spreads the colours evenly. */
export function colourOf(userId: string): number {
  return Number.parseInt(userId.slice(-2), 16) % colours.length || 0;
}

export function initialsFileName(initials: string, colour: number): string {
  return `initials-${encodeURIComponent(initials)}-${colour}.svg`;
}

/** What a decoded file name asks for, if it is one of ours. */
export function readInitialsFileName(name: string): { initials: string; colour: string } | undefined {
  const match = /^initials-([^-]*)-(\d)\.svg$/u.exec(name);
  const colour = colours[Number(match?.[2])];
  const initials = match?.[1];
  return initials !== undefined && letters.test(initials) && colour ? { initials, colour } : undefined;
}

export function drawInitials(initials: string, colour: string): string {
  const inside =
    initials === ''
      ? '<circle cx="256" cy="196" r="92" fill="#fff"/><path d="M64 512a192 196 0 0 1 384 0z" fill="#fff"/>'
      : `<text x="256" y="256" dy="0.35em" text-anchor="middle" fill="#fff" font-size="176" font-weight="600" font-family="system-ui, sans-serif">${initials}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512"><rect width="512" height="512" fill="${colour}"/>${inside}</svg>\n`;
}
