import { onOneLine, removeHiddenCharacters } from '../../platform/http/visible-text.ts';
import { invalidField } from '../../platform/problem.ts';
import type { SignIn } from './sign-in.ts';

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
  const name = onOneLine(removeHiddenCharacters(given.name?.normalize('NFC') ?? '')).trim();
  if (name === '') throw invalidField('name', 'required', 'is missing');
  return {
    loginId: given.user_id.normalize('NFC'),
    name,
    provider: given.provider,
    idToken: given.id_token,
    language,
  };
}
