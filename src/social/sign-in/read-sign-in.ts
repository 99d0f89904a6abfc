import { onOneLine, removeHiddenCharacters } from '../../platform/http/visible-text.ts';
import { readNormalForm } from '../../platform/normal-form.ts';
import { invalidField } from '../../platform/problem.ts';
import type { SignIn } from './sign-in.ts';

export const longestLoginId = 255;
export const longestName = 100;

export interface GivenSignIn {
  readonly user_id?: string | undefined;
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
  readonly id_token?: string | undefined;
}

/** What a request to sign in states, in the form in which it is compared and kept. */
export function readSignIn(given: GivenSignIn, language: string): SignIn {
  if (given.user_id === undefined) throw invalidField('user_id', 'required', 'is missing');
  // Taken from a provider by most apps: what cannot be seen in it is left out, and shuts nobody out.
  const name = onOneLine(
    removeHiddenCharacters(readNormalForm(given.name ?? '', longestName, 'name')),
  ).trim();
  if (name === '') throw invalidField('name', 'required', 'is missing');
  return {
    loginId: readNormalForm(given.user_id, longestLoginId, 'user_id'),
    name,
    provider: given.provider,
    idToken: given.id_token,
    language,
  };
}
