import { onOneLine, removeHiddenCharacters } from '../../../platform/http/visible-text.ts';
import { readNormalForm } from '../../../platform/normal-form.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { SignIn } from './sign-in.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';

export const longestLoginId = 255;
export const longestName = 100;

export interface GivenSignIn {
  readonly user_id?: string | undefined;
  readonly name?: string | undefined;
  readonly provider?: string | undefined;
  readonly id_token?: string | undefined;
}

/** Reads the identity of a sign-in request, in the normalized form in which it is compared and stored. */
export function readSignIn(given: GivenSignIn, language: string): SignIn {
  if (given.user_id === undefined) throw invalidField('user_id', 'required', fieldWords.missing);
  // Most apps copy the name from a provider, so hidden characters are removed instead of refused.
  const name = onOneLine(
    removeHiddenCharacters(readNormalForm(given.name ?? '', longestName, 'name')),
  ).trim();
  if (name === '') throw invalidField('name', 'required', fieldWords.missing);
  return {
    loginId: readNormalForm(given.user_id, longestLoginId, 'user_id'),
    name,
    provider: given.provider,
    idToken: given.id_token,
    language,
  };
}
