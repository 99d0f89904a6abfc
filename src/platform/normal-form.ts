import { invalidField } from './problem.ts';

type NormalForm = 'NFC' | 'NFD' | 'NFKC';

/**
 * Brings a text of at most `longest` characters into a Unicode normal form. Returns undefined for a text that is longer
 * by far: normalising takes time that grows with the square of the number of combining marks, so a megabyte of them
 * blocks the process for minutes. The bound is four times the limit in UTF-16 code units, because a decomposed text is
 * longer than the composed one that counts.
 */
export const toNormalForm = (text: string, longest: number, form: NormalForm = 'NFC'): string | undefined =>
  text.length > 4 * longest ? undefined : text.normalize(form);

/** The same in NFC for a field of a request, which is refused by its name where it is too long. */
export function readNormalForm(text: string, longest: number, field: string): string {
  const normal = toNormalForm(text, longest);
  if (normal === undefined) throw tooLong(field, longest);
  return normal;
}

export const tooLong = (field: string, longest: number) =>
  invalidField(field, 'too_long', `must have at most ${longest} characters`);
