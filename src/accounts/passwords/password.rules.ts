import { readNormalForm, tooLong } from '../../platform/normal-form.ts';
import { invalidField } from '../../platform/problem.ts';

const shortestPassword = 8;
const longestPassword = 256;
/** One or two letters are in almost every password, and give nothing away. */
const shortestTellingLocalPart = 3;

export function readGivenPassword(given: string | undefined, field: string): string {
  const password = readNormalForm(given ?? '', longestPassword, field);
  if (password === '') throw invalidField(field, 'required', 'is missing');
  if (Array.from(password).length > longestPassword) throw tooLong(field, longestPassword);
  return password;
}

/** Everything but the list of common ones, which is not pure. */
export function readChosenPassword(text: string | undefined, field: string, localPart: string): string {
  const password = readGivenPassword(text, field);
  if (Array.from(password).length < shortestPassword) {
    throw invalidField(field, 'too_short', `must have at least ${shortestPassword} characters`);
  }
  const telling = localPart.length >= shortestTellingLocalPart;
  if (telling && password.toLowerCase().includes(localPart.toLowerCase())) {
    throw invalidField(field, 'contains_email', 'must not contain the e-mail address');
  }
  return password;
}
