import { defineProblems } from '../platform/problem.ts';

/** The four operations of the document answer these with 200; under /v1 their status counts. */
export const accountsProblems = defineProblems({
  email_taken: { status: 409, title: 'There is an account with this e-mail address' },
  invalid_credentials: { status: 401, title: 'The e-mail address or the password is wrong' },
  verification_required: { status: 403, title: 'The e-mail address has not been confirmed' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  proof_required: { status: 401, title: 'An ID token of the social provider is needed' },
  proof_invalid: { status: 401, title: 'The ID token of the social provider is not valid' },
  provider_unavailable: { status: 503, title: 'The social provider cannot be reached at the moment' },
  totp_required: { status: 401, title: 'A code of the authenticator app is needed' },
  totp_invalid: { status: 401, title: 'The code of the authenticator app is wrong' },
  totp_confirmation_required: {
    status: 403,
    title: 'Codes of the authenticator app wait for a confirmation by mail',
  },
  totp_already_on: { status: 409, title: 'An authenticator app is in use already' },
  totp_not_begun: { status: 409, title: 'No authenticator app was begun with' },
  totp_off: { status: 409, title: 'No authenticator app is in use' },
  unknown_email: { status: 404, title: 'There is no account with this e-mail address' },
  unknown_user: { status: 404, title: 'There is no such user' },
  not_signed_in: { status: 401, title: 'There is no such session' },
  code_invalid: { status: 400, title: 'The code is wrong or no longer valid' },
  link_invalid: { status: 410, title: 'The link is no longer valid' },
  password_change_required: { status: 403, title: 'A new password has to be set first' },
  recent_sign_in_required: { status: 403, title: 'This needs a session that was begun a short while ago' },
  export_running: { status: 409, title: 'A copy of this user’s data is being sent already' },
  address_required: { status: 409, title: 'This account has no e-mail address to sign in with' },
  last_way_in: { status: 409, title: 'There would be no way left to sign in to the account' },
  wrong_password: { status: 403, title: 'The current password is wrong' },
  cross_site_request: { status: 403, title: 'The session cookie does not count for requests of other sites' },
});
