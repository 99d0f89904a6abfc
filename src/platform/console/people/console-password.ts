import { isCommonPassword } from '../../identity/common-passwords.ts';
import { localPartOf } from '../../identity/read-email.ts';
import { toNormalForm } from '../../normal-form.ts';

export const shortestPassword = 15;
const longestPassword = 256;
const shortestTellingPart = 4;

/** How long a password that the system made signs its person in. */
export const temporaryPasswordMs = 72 * 3_600_000;

export type PasswordFault = 'too_short' | 'too_long' | 'too_common' | 'tells';

/**
 * A password as it was hashed, to be verified. Of one that is far too long, the empty one, which is nobody's: refusing it
 * takes the same work as refusing any other.
 */
export const readTypedPassword = (text: string): string => toNormalForm(text, longestPassword) ?? '';

/** A password that somebody wants to use from now on, in the form that is hashed; or what is wrong with it. */
export async function choosePassword(
  text: string,
  emailKey: string,
): Promise<{ readonly password: string } | { readonly fault: PasswordFault }> {
  const password = toNormalForm(text, longestPassword);
  if (password === undefined) return { fault: 'too_long' };
  // Counted as people do, not as UTF-16 does.
  const { length } = Array.from(password);
  if (length < shortestPassword) return { fault: 'too_short' };
  if (length > longestPassword) return { fault: 'too_long' };
  const local = localPartOf(emailKey);
  const rest = password.toLowerCase().replaceAll(local, '');
  // An address and a year are no password, however long the address.
  if (local.length >= shortestTellingPart && Array.from(rest).length < shortestPassword - 3)
    return { fault: 'tells' };
  if (new Set(rest).size < shortestTellingPart || (await isCommonPassword(password)))
    return { fault: 'too_common' };
  return { password };
}
