import { flag, integer, list } from '../platform/settings.ts';

export const accountsSettings = {
  CONFIRM_ADDRESS: flag({
    default: { sandbox: false, production: true },
    description:
      'An account can be used once its e-mail address is confirmed by a mailed link; sign-up then answers the same for known addresses.',
  }),
  RECOVERY_RETURNS_PASSWORD: flag({
    default: { sandbox: true, production: false },
    description:
      'POST /forgetpassword answers with a one-time password, to anybody. Otherwise it mails a link and a code.',
  }),
  BELIEVE_SOCIAL_IDENTITY: flag({
    default: { sandbox: true, production: false },
    description:
      'A social sign-up or sign-in is believed as stated. Otherwise an ID token of the provider is demanded.',
  }),
  LOGIN_PROVIDERS: list({
    default: [],
    description:
      'Social providers whose ID tokens count: google=client-id, apple=…, facebook=…, or name=https://issuer|client-id; further client ids of one after |.',
  }),
  ID_TOKEN_AUDIENCES: list({
    default: ['social'],
    description: 'The audiences that POST /v1/me/id-token makes ID tokens for.',
  }),
  LOGOUT_BY_UID: flag({
    default: { sandbox: true, production: false },
    description:
      'GET /logout/{uid} ends all sessions of that user, whoever asks. Otherwise only the session that the request carries.',
  }),
  FETCH_SOCIAL_PICTURES: flag({
    default: { sandbox: false, production: true },
    description:
      'The picture of a social user is fetched once and served from here. Otherwise its address is passed on.',
  }),
  SESSION_DAYS: integer({
    default: 30,
    min: 1,
    max: 3650,
    description: 'How long a session lasts after its last use.',
  }),
  FREE_FAILURES: integer({
    default: 5,
    min: 1,
    max: 1_000_000,
    description:
      'Failed sign-ins for one account before each further one has to wait, longer each time; four times as many from one address, a quarter of which is kept for those who come while it has to wait.',
  }),
  MAILS_PER_HOUR: integer({
    default: 5,
    min: 1,
    max: 1_000_000,
    description:
      'Mails about sign-ups, as many about recoveries, about changes of address and about sign-ins from new devices that one address gets in an hour, however many are asked for; one more about a recovery where no link of those before works any more.',
  }),
  SIGN_UPS_AT_ONCE: integer({
    default: { sandbox: 0, production: 20 },
    max: 1_000_000,
    description:
      'Sign-ups that may come at once from one network: an IPv4 address or an IPv6 /64; twice as many from its /56, four times as many from its /48. 0 sets no limit.',
  }),
  SIGN_UPS_PER_DAY: integer({
    default: 24,
    min: 1,
    max: 1_000_000,
    description:
      'Sign-ups of one network in a day beyond those at once: one more whenever its share of the day has passed.',
  }),
  EMAIL_CHANGES_PER_DAY: integer({
    default: 5,
    min: 1,
    max: 1_000_000,
    description: 'Times that one user may ask for another e-mail address at once, and then in a day.',
  }),
  ERASURE_DAYS: integer({
    default: 7,
    min: 0,
    max: 365,
    description: 'Days between DELETE /v1/me and the erasure of the account; signing in meanwhile undoes it.',
  }),
  AUDIT_DAYS: integer({
    default: 365,
    min: 1,
    max: 36_500,
    description: 'How long the audit record of accounts is kept.',
  }),
} as const;
