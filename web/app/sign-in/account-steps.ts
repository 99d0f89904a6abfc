/** `confirm`: until the link in the mail was opened. `code`: the mail for a new password is under way. */
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
