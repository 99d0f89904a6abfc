import type { SocialContext } from '../social.context.ts';

type Base = Pick<SocialContext, 'baseUrl'>;

/** `query` is the viewer's, of `photoAccess`. */
export const photoUrl = (context: Base, name: string, query: string): string =>
  `${context.baseUrl}/photos/${name}${query}`;
export const thumbUrl = (context: Base, name: string, query: string): string =>
  `${context.baseUrl}/photos/${name}/thumb${query}`;
/** Drawn from the seed alone, so that whoever has no photo still has a picture. */
export const portraitUrl = (context: Base, seed: string): string =>
  `${context.baseUrl}/portraits/${seed}.svg`;
