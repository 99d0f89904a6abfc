import { choice, flag, integer, list, text, url } from '../platform/settings.ts';
import { attendanceVisibilities } from './people/attendance.rules.ts';
import { pushTexts } from './push/push-words.rules.ts';

export const socialSettings = {
  APP: flag({
    default: true,
    description: 'The web app for people is served at /app.',
  }),
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
    description:
      'How long a block hides two users from each other where the client states no days; 0 for good.',
  }),
  ATTENDANCE_VISIBLE_TO: choice(attendanceVisibilities, {
    default: 'everyone',
    description:
      'Who may see that a user goes to an event, until the user chooses: everyone, attendees of the same event, combinations, or nobody.',
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
  PHOTO_LINKS_PER_DAY: integer({
    default: 60,
    max: 1_000_000,
    description:
      'How many photos that a user gives as links are fetched in a day of America/Sao_Paulo; 0 for no limit. A link whose photo is stored already is not fetched again.',
  }),
  REPORTS_PER_DAY: integer({
    default: 20,
    max: 1_000_000,
    description: 'How many reports a user may write in a day of America/Sao_Paulo; 0 for no limit.',
  }),
  REPORT_DAYS: integer({
    default: 365,
    max: 36_500,
    description:
      'How many days a report and the messages and photos that it copied are kept after it was closed; longer while somebody is suspended or hidden by it, or an appeal is open. 0 for good.',
  }),
  REPORT_RETENTION_DAYS: integer({
    default: 365,
    min: 1,
    max: 36_500,
    description:
      'How many days after the erasure of a user the reports of that user, what they copied, open cases and the blocks of others are kept. They are tied to the identity by a keyed hash alone, and become those of its next account.',
  }),
  SOCIAL_ERASURE_DAYS: integer({
    default: 30,
    max: 365,
    description:
      'Days in which a deleted user of social comes back by signing in; then everything is erased but for the case of a user who was reported, suspended, hidden or blocked: REPORT_RETENTION_DAYS.',
  }),
  HIDE_AFTER_REPORTERS: integer({
    default: 0,
    max: 100_000,
    description:
      'A user whom so many different people have reported is kept out of feeds until staff have looked; 0 for never.',
  }),
  SEED_TOWN: flag({
    default: { sandbox: true, production: false },
    description: 'The first start fills social with a made-up town: people, events, campaigns.',
  }),
  FETCH_PHOTO_LINKS: flag({
    default: { sandbox: false, production: true },
    description:
      'A photo that is given as a link is fetched once and served from here, and so are pictures of events, campaigns and the presentation, for the app. Otherwise the link is kept: whoever looks at a photo is seen by its server, and the app leaves those pictures out.',
  }),
  PHOTO_PRIVATE_LINKS: flag({
    default: false,
    description:
      'Photos are also fetched by http and from private networks: for a network whose users may reach all of it. Otherwise only by https from public addresses.',
  }),
  PUSH_PRIVATE_ENDPOINTS: flag({
    default: { sandbox: true, production: false },
    description:
      'Web Push endpoints may be http and on private networks. Otherwise only https at public addresses.',
  }),
  PUSH_TEXT: choice(pushTexts, {
    default: 'nothing',
    description:
      'What Google or Apple can read in a notification to a phone: that there is one, who it is from as well, or the message too. Web Push is encrypted for the browser and always says all of it.',
  }),
  FCM_SERVICE_ACCOUNT: text({
    default: '',
    description:
      'Push to Android: the JSON file of a service account of the Firebase project, as it is or in base64. Empty: none.',
    secret: true,
  }),
  FCM_URL: url({
    protocols: ['https:', 'http:'],
    default: 'https://fcm.googleapis.com',
    description: 'Where FCM HTTP v1 is reached.',
  }),
  FCM_TOKEN_URL: url({
    protocols: ['https:', 'http:'],
    default: '',
    description: 'Where access tokens for FCM are asked for; empty: the token_uri of the service account.',
  }),
  APNS_KEY: text({
    default: '',
    description:
      'Push to Apple’s phones: the .p8 file of a signing key for APNs, as it is or in base64. Empty: none.',
    secret: true,
  }),
  APNS_KEY_ID: text({ default: '', description: 'The id of APNS_KEY: ten letters and digits.' }),
  APNS_TEAM_ID: text({
    default: '',
    description: 'The team of the Apple developer account that APNS_KEY belongs to: ten letters and digits.',
  }),
  APNS_TOPIC: text({ default: '', description: 'The bundle id of the app, such as com.example.app.' }),
  APNS_URL: url({
    protocols: ['https:', 'http:'],
    default: 'https://api.push.apple.com',
    description: 'Where APNs is reached for apps from the store.',
  }),
  APNS_SANDBOX_URL: url({
    protocols: ['https:', 'http:'],
    default: 'https://api.sandbox.push.apple.com',
    description: 'Where APNs is reached for apps under development.',
  }),
} as const;
