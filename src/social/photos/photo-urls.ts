import type { SocialContext } from '../social.context.ts';

type Base = Pick<SocialContext, 'baseUrl'>;

export const photoUrl = (context: Base, name: string): string => `${context.baseUrl}/photos/${name}`;
export const thumbUrl = (context: Base, name: string): string => `${context.baseUrl}/photos/${name}/thumb`;
/** Drawn from the seed alone, so that whoever has no photo still has a picture. */
export const portraitUrl = (context: Base, seed: string): string =>
  `${context.baseUrl}/portraits/${seed}.svg`;

/** The name in an address of ours, or undefined for any other text. */
export function nameOfPhotoUrl(context: Base, text: string): string | undefined {
  const start = `${context.baseUrl}/photos/`;
  return text.startsWith(start) ? /^[\w-]{22}$/.exec(text.slice(start.length))?.[0] : undefined;
}

export const isPortraitUrl = (context: Base, text: string): boolean =>
  text.startsWith(`${context.baseUrl}/portraits/`);
