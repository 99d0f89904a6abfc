import { readNormalForm, tooLong } from '../normal-form.ts';
import { invalidField } from '../problem.ts';
import { fieldWords } from '../words/field-words.ts';

const longestName = 100;

/** Line ends could inject mail headers. Direction overrides make a text look like another. */
const forbidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

export function readName(given: string | undefined, field: string): string {
  const name = readNormalForm(given ?? '', longestName, field).trim();
  if (name === '') throw invalidField(field, 'required', fieldWords.missing);
  // Counts code points and not UTF-16 units.
  if (Array.from(name).length > longestName) throw tooLong(field, longestName);
  if (forbidden.test(name) || !visible.test(name)) {
    throw invalidField(field, 'malformed', fieldWords.nameCharacters);
  }
  return name;
}
