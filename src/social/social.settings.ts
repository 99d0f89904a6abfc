import { flag, integer, list } from '../platform/settings.ts';

export const socialSettings = {
  BELIEVE_STATED_USER: flag({
    default: { sandbox: true, production: false },
    description:
      'POST /oauth/token of social believes user_id as stated. Otherwise an ID token of a provider is demanded.',
  }),
  ID_TOKEN_PROVIDERS: list({
    default: ['accounts'],
    description:
      'Whose ID tokens social accepts: name|issuer URL|audience, comma-separated. "accounts" alone is the accounts service of this PUBLIC_URL with the audience "social".',
  }),
  PREMIUM_BY_PROFILE: flag({
    default: { sandbox: true, production: false },
    description:
      'A profile update may set is_premium. Otherwise the field is ignored there, and staff set it.',
  }),
  SOCIAL_REFRESH_DAYS: integer({
    default: 60,
    min: 1,
    max: 3650,
    description: 'How long a refresh token of social is good after the last refresh.',
  }),
  BLOCK_DAYS: integer({
    default: 30,
    max: 36_500,
    description: 'How long a block hides two users from each other; 0 for good.',
  }),
  PASS_DAYS: integer({
    default: 30,
    min: 1,
    max: 36_500,
    description: 'How long a disliked user stays out of the feed.',
  }),
  LIKES_PER_DAY: integer({
    default: 200,
    max: 1_000_000,
    description:
      'How many people a user may like in a day of America/Sao_Paulo; premium users like without end. 0 for no limit.',
  }),
  MESSAGES_PER_MINUTE: integer({
    default: 60,
    max: 1_000_000,
    description: 'How many chat messages a user may send in a minute; 0 for no limit.',
  }),
  REPORTS_PER_DAY: integer({
    default: 20,
    max: 1_000_000,
    description: 'How many reports a user may write in a day of America/Sao_Paulo; 0 for no limit.',
  }),
  SOCIAL_ERASURE_DAYS: integer({
    default: 30,
    max: 365,
    description:
      'Days in which a deleted user of social comes back by signing in; then everything is erased.',
  }),
  SEED_TOWN: flag({
    default: { sandbox: true, production: false },
    description: 'The first start fills social with a made-up town: people, events, campaigns.',
  }),
  PUSH_PRIVATE_ENDPOINTS: flag({
    default: { sandbox: true, production: false },
    description:
      'Web Push endpoints may be http and on private networks. Otherwise only https at public addresses.',
  }),
} as const;
