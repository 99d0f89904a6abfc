import type { Value, Words } from '../problem.ts';

const phrases = new Map<string, Words>();

/**
 * Registers the phrase for error messages ("must be …") and returns the English one as the `description` of a schema,
 * because OpenAPI supports one language only.
 */
export function describeForm(words: Words): string {
  phrases.set(words.en, words);
  return words.en;
}

export const formPhrase = (description: string): Value => phrases.get(description) ?? description;
