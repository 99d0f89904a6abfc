import { PracaError, type SocialProof } from '@praca/client';
import { accountsApi } from '../state/api.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly totp: string;
}

/** Proves the identity by an account. The session at the accounts service serves only this purpose and ends with it. */
export async function proveByAccount({ email, password, totp }: Credentials): Promise<SocialProof> {
  const account = await accountsApi.post('/signin', {
    body: {
      user_email: email,
      user_password: password,
      user_type: '0',
      ...(totp === '' ? {} : { totp }),
    },
  });
  const idToken = await accountsApi.idToken('social');
  await accountsApi.get('/logout').catch(() => {});
  const name = [account.user_Fname, account.user_Lname].filter(Boolean).join(' ');
  return {
    user_id: account.uid ?? '',
    name: name === '' ? email : name,
    provider: 'accounts',
    id_token: idToken,
  };
}

export const signUp = (given: {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
}): Promise<unknown> =>
  accountsApi.post('/signup', {
    body: {
      user_Fname: given.firstName,
      user_Lname: given.lastName,
      user_email: given.email,
      user_password: given.password,
      user_type: '0',
    },
  });

/** Requests an email with a link and a code. The answer is the same for every address. */
export const askForCode = (email: string): Promise<unknown> =>
  accountsApi.post('/forgetpassword', { body: { user_email: email } });

/** Exchanges the code of the email for a one-time password and replaces that by the new password. */
export async function setPasswordByCode(email: string, code: string, password: string): Promise<void> {
  const { password: once = '' } = await accountsApi.post('/forgetpassword', {
    body: { user_email: email, code: code.trim() },
  });
  await accountsApi.post('/signin', { body: { user_email: email, user_password: once, user_type: '0' } });
  await accountsApi.post('/v1/me/password', { body: { new_password: password } });
}

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof PracaError && codes.includes(error.code);
