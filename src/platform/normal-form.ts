import { invalidField } from './problem.ts';
import { fieldWords } from './words/field-words.ts';

type NormalForm = 'NFC' | 'NFD' | 'NFKC';

/**
 * Converts a text of at most `longest` characters to a Unicode normal form. Returns undefined for a text that is far
 * longer: the time of normalisation grows with the square of the number of combining marks, so a megabyte of them
 * blocks the process for minutes. The limit is four times `longest` in UTF-16 code units, because a decomposed text is
 * longer than the composed one that counts.
 */
export const toNormalForm = (text: string, longest: number, form: NormalForm = 'NFC'): string | undefined =>
  text.length > 4 * longest ? undefined : text.normalize(form);

/** Like `toNormalForm` with NFC, for a request field. A longer text is rejected with the field's name. */
export function readNormalForm(text: string, longest: number, field: string): string {
  const normal = toNormalForm(text, longest);
  if (normal === undefined) throw tooLong(field, longest);
  return normal;
}

export const tooLong = (field: string, longest: number) =>
  invalidField(field, 'too_long', fieldWords.mostCharacters, { most: longest });
