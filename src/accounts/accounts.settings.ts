import { flag, formatted, integer, list, text, url } from '../platform/settings.ts';

export const accountsSettings = {
  CONFIRM_ADDRESS: flag({
    default: { sandbox: false, production: true },
    description:
      'Requires that an e-mail address is confirmed by a mailed link before its account can be used. Sign-up then gives the same answer for addresses that already have an account.',
  }),
  RECOVERY_RETURNS_PASSWORD: flag({
    default: { sandbox: true, production: false },
    description:
      'POST /forgetpassword returns a one-time password to any caller. Otherwise it sends a mail with a link and a code.',
  }),
  BELIEVE_SOCIAL_IDENTITY: flag({
    default: { sandbox: true, production: false },
    description:
      'Accepts the identity stated in a social sign-up or sign-in without proof. Otherwise an ID token of the provider is required.',
  }),
  LOGIN_PROVIDERS: list({
    default: [],
    description:
      'Social providers whose ID tokens are accepted: google=client-id, apple=…, facebook=…, or name=https://issuer|client-id. Further client ids of a provider follow after |.',
  }),
  ID_TOKEN_AUDIENCES: list({
    default: ['social'],
    description:
      'Services of this installation for which POST /v1/me/id-token issues ID tokens. It also issues them for registered applications.',
  }),
  LOGOUT_BY_UID: flag({
    default: { sandbox: true, production: false },
    description:
      'GET /logout/{uid} ends all sessions of that user for any caller. Otherwise it ends only the session of the request.',
  }),
  FETCH_SOCIAL_PICTURES: flag({
    default: { sandbox: false, production: true },
    description:
      'Fetches the picture of a social user once and serves it from here. Otherwise its URL is passed on.',
  }),
  SESSION_DAYS: integer({
    default: 30,
    min: 1,
    max: 3650,
    description: 'Lifetime of a session after its last use.',
  }),
  SESSION_MAX_DAYS: integer({
    default: 180,
    min: 1,
    max: 3650,
    description: 'Lifetime of a session after its sign-in, even if it is used.',
  }),
  CLIENTS_FILE: text({
    default: '',
    description:
      'JSON file with the applications that may use accounts as their sign-in. Every start applies it. See docs/operations/applications.md.',
  }),
  BRAND_NAME: text({
    default: 'Praça',
    description: 'Name of this installation on the pages of accounts.',
  }),
  BRAND_LOGO: url({
    default: '',
    protocols: ['https:', 'http:'],
    description: 'URL of a square picture for the pages of accounts. Default: the mark of Praça.',
  }),
  BRAND_COLOUR: formatted('colour such as #0b6e4f', /^(?:#[0-9a-fA-F]{6})?$/, {
    default: '',
    description:
      'Colour of buttons and links on the pages of accounts. Praça chooses the text colour and a lighter shade for dark mode. Default: the green of Praça.',
  }),
  FREE_FAILURES: integer({
    default: 5,
    min: 1,
    max: 1_000_000,
    description:
      'Failed sign-ins per account before a delay applies. The delay grows with each failure. One network address gets four times as many; a quarter of these stays available to other accounts while the address is delayed.',
  }),
  MAILS_PER_HOUR: integer({
    default: 5,
    min: 1,
    max: 1_000_000,
    description:
      'Maximum number of mails to one address per hour, counted separately for sign-ups, recoveries, changes of address and sign-ins from new devices. One more recovery mail is sent if no link of the earlier ones is valid.',
  }),
  SIGN_UPS_AT_ONCE: integer({
    default: { sandbox: 0, production: 20 },
    max: 1_000_000,
    description:
      'Sign-ups allowed at once from one network: an IPv4 address or an IPv6 /64. Twice as many are allowed from its /56, four times as many from its /48. 0 for no limit.',
  }),
  SIGN_UPS_PER_DAY: integer({
    default: 24,
    min: 1,
    max: 1_000_000,
    description:
      'Sign-ups per day from one network in addition to SIGN_UPS_AT_ONCE, spread evenly over the day: with 24, one per hour.',
  }),
  EMAIL_CHANGES_PER_DAY: integer({
    default: 5,
    min: 1,
    max: 1_000_000,
    description:
      'Changes of e-mail address that a user may request at once. The same number is available again per day, spread evenly.',
  }),
  ERASURE_DAYS: integer({
    default: 7,
    min: 0,
    max: 365,
    description:
      'Days between DELETE /v1/me and the erasure of the account. Signing in before that cancels it.',
  }),
  AUDIT_DAYS: integer({
    default: 365,
    min: 1,
    max: 36_500,
    description: 'Days to keep the audit log of accounts.',
  }),
} as const;
