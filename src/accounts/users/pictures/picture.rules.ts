import { toNormalForm } from '../../../platform/normal-form.ts';

/**
 * The picture of users without one. Its URL contains only one or two letters and a colour. So it reveals neither a name
 * nor an id, and drawing it needs no lookup.
 *
 * It is an SVG, so that the viewer's fonts are used: names come in any script, and a server has fonts for few of them.
 */

/** White text on each of these colours has a contrast of at least 4.5 to 1. */
const colours = ['#8a3b12', '#7a4b00', '#3d6b1f', '#0b6e5f', '#0f5f8c', '#3f4fa8', '#6b3fa0', '#9c2f6b'];

/** A letter or digit with its combining marks. */
const letter = /^[\p{L}\p{N}]\p{M}{0,3}$/u;
const letters = /^(?:[\p{L}\p{N}]\p{M}{0,3}){0,4}$/u;
/** Characters of a name that are read: only its first letter is needed. */
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
  // Letters with a longer upper case (ß to SS, ﬁ to FI) stay as they are.
  return letter.test(upper) ? upper : text;
}

/** The end of a user id is random, which spreads the colours evenly. */
export function colourOf(userId: string): number {
  return Number.parseInt(userId.slice(-2), 16) % colours.length || 0;
}

export function initialsFileName(initials: string, colour: number): string {
  return `initials-${encodeURIComponent(initials)}-${colour}.svg`;
}

/** Parses a decoded file name. Returns undefined if it is not a picture of initials. */
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

interface PicturedUser {
  id: string;
  firstName: string;
  lastName: string;
  pictureName: string | null;
  /** URL of a social user's picture on another server. */
  pictureUrl?: string | null;
}

/** Returns the absolute URL of the user's picture, or of their initials. */
export function pictureUrl(context: { readonly baseUrl: string }, user: PicturedUser): string {
  if (user.pictureName !== null) return `${context.baseUrl}/images/${user.pictureName}.webp`;
  if (user.pictureUrl) return user.pictureUrl;
  const initials = initialsOf(user.firstName, user.lastName);
  return `${context.baseUrl}/images/${initialsFileName(initials, colourOf(user.id))}`;
}
