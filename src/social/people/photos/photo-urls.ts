import type { SocialContext } from '../../social.context.ts';

type Base = Pick<SocialContext, 'baseUrl'>;

/** `query` comes from `photoAccess` and is specific to the viewer. */
export const photoUrl = (context: Base, name: string, query: string): string =>
  `${context.baseUrl}/photos/${name}${query}`;
export const thumbUrl = (context: Base, name: string, query: string): string =>
  `${context.baseUrl}/photos/${name}/thumb${query}`;
/** Returns the address of a portrait generated from the seed, for users without a photo. */
export const portraitUrl = (context: Base, seed: string): string =>
  `${context.baseUrl}/portraits/${seed}.svg`;
