/** `confirm` waits for the link in the email to be opened. `code` waits for the email with the password code. */
export type Step = 'sign-in' | 'sign-up' | 'confirm' | 'recover' | 'code';

export interface Filled {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly totp: string;
  readonly code: string;
}

export const empty: Filled = { firstName: '', lastName: '', email: '', password: '', totp: '', code: '' };
