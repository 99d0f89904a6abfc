import { invalidField } from '../../platform/problem.ts';
import { isCommonPassword } from '../../platform/identity/common-passwords.ts';
import { readChosenPassword } from './password.rules.ts';

/** A password that somebody wants to use from now on, in the form that is hashed. */
export async function choosePassword(
  text: string | undefined,
  field: string,
  localPart: string,
): Promise<string> {
  const password = readChosenPassword(text, field, localPart);
  if (await isCommonPassword(password)) {
    throw invalidField(field, 'too_common', 'is one of the passwords that are guessed first');
  }
  return password;
}
