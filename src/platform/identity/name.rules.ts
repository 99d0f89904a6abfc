import { readNormalForm, tooLong } from '../normal-form.ts';
import { invalidField } from '../problem.ts';

const longestName = 100;

/** Line ends would reach into mail headers; overrides of the writing direction make a text read as another. */
const forbidden = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

export function readName(given: string | undefined, field: string): string {
  const name = readNormalForm(given ?? '', longestName, field).trim();
  if (name === '') throw invalidField(field, 'required', 'is missing');
  // Counted as people do, not as UTF-16 does.
  if (Array.from(name).length > longestName) throw tooLong(field, longestName);
  if (forbidden.test(name) || !visible.test(name)) {
    throw invalidField(field, 'malformed', 'contains characters that a name cannot have');
  }
  return name;
}
