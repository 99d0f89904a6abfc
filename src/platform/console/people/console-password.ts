import { isCommonPassword } from '../../identity/common-passwords.ts';
import { localPartOf } from '../../identity/read-email.ts';
import { toNormalForm } from '../../normal-form.ts';

export const shortestPassword = 15;
const longestPassword = 256;
const shortestTellingPart = 4;

/** Time in milliseconds for which a generated password is valid. */
export const temporaryPasswordMs = 72 * 3_600_000;

export type PasswordFault = 'too_short' | 'too_long' | 'too_common' | 'tells';

/**
 * Normalises a typed password for verification. One that is too long becomes the empty password, which is never valid,
 * so refusing it takes the same time as refusing any other.
 */
export const readTypedPassword = (text: string): string => toNormalForm(text, longestPassword) ?? '';

/** Normalises a new password for hashing, or returns its fault. */
export async function choosePassword(
  text: string,
  emailKey: string,
): Promise<{ readonly password: string } | { readonly fault: PasswordFault }> {
  const password = toNormalForm(text, longestPassword);
  if (password === undefined) return { fault: 'too_long' };
  // Counts code points, not UTF-16 units.
  const { length } = Array.from(password);
  if (length < shortestPassword) return { fault: 'too_short' };
  if (length > longestPassword) return { fault: 'too_long' };
  const local = localPartOf(emailKey);
  const rest = password.toLowerCase().replaceAll(local, '');
  // Refuses the local part of the e-mail address followed by a few characters, such as a year, however long the address
  // is.
  if (local.length >= shortestTellingPart && Array.from(rest).length < shortestPassword - 3)
    return { fault: 'tells' };
  if (new Set(rest).size < shortestTellingPart || (await isCommonPassword(password)))
    return { fault: 'too_common' };
  return { password };
}
