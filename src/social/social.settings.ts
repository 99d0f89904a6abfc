import { choice, flag, integer, list, text, url } from '../platform/settings.ts';
import { attendanceVisibilities } from './people/attendance.rules.ts';
import { pushTexts } from './delivery/push/push-words.rules.ts';

export const socialSettings = {
  APP: flag({
    default: true,
    description: 'Serves the web app at /app.',
  }),
  BELIEVE_STATED_USER: flag({
    default: { sandbox: true, production: false },
    description:
      'POST /oauth/token of social accepts the stated user_id without proof. Otherwise an ID token of a provider is required.',
  }),
  ID_TOKEN_PROVIDERS: list({
    default: ['accounts'],
    description:
      'Issuers whose ID tokens social accepts: name|issuer URL|audience, comma-separated. "accounts" alone is the accounts service of this PUBLIC_URL with the audiences of SOCIAL_CLIENT_IDS.',
  }),
  SOCIAL_CLIENT_IDS: list({
    default: ['social'],
    description:
      'Applications of accounts whose ID tokens social accepts. Any other application could use the token of a person who signed in to it to act as that person here.',
  }),
  PREMIUM_BY_PROFILE: flag({
    default: { sandbox: true, production: false },
    description:
      'Allows users to set is_premium in a profile update. Otherwise the field is ignored and only staff can set it.',
  }),
  SOCIAL_REFRESH_DAYS: integer({
    default: 60,
    min: 1,
    max: 3650,
    description: 'Lifetime of a refresh token of social after the last refresh.',
  }),
  BLOCK_DAYS: integer({
    default: 30,
    max: 36_500,
    description:
      'Days for which a block hides two users from each other if the client states none; 0 for permanently.',
  }),
  ATTENDANCE_VISIBLE_TO: choice(attendanceVisibilities, {
    default: 'everyone',
    description:
      'Default visibility of a user’s event attendance: everyone, attendees of the same event, combinations, or nobody. Users can change it.',
  }),
  PASS_DAYS: integer({
    default: 30,
    min: 1,
    max: 36_500,
    description: 'Days for which a disliked user stays out of the feed.',
  }),
  LIKES_PER_DAY: integer({
    default: 200,
    max: 1_000_000,
    description: 'Likes per user and day (America/Sao_Paulo); 0 for no limit. Premium users have no limit.',
  }),
  MESSAGES_PER_MINUTE: integer({
    default: 60,
    max: 1_000_000,
    description: 'Chat messages per user and minute; 0 for no limit.',
  }),
  PHOTO_LINKS_PER_DAY: integer({
    default: 60,
    max: 1_000_000,
    description:
      'Photo links per user that are fetched in a day (America/Sao_Paulo); 0 for no limit. A link whose photo is stored already is not fetched again.',
  }),
  REPORTS_PER_DAY: integer({
    default: 20,
    max: 1_000_000,
    description: 'Reports per user and day (America/Sao_Paulo); 0 for no limit.',
  }),
  REPORT_DAYS: integer({
    default: 365,
    max: 36_500,
    description:
      'Days to keep a closed report with the messages and photos that it copied; 0 for permanently. It is kept longer while a user is suspended or hidden because of it, or an appeal is open.',
  }),
  REPORT_RETENTION_DAYS: integer({
    default: 365,
    min: 1,
    max: 36_500,
    description:
      'Days after the erasure of a user for which reports about the user with their copies, open cases, and blocks by other users are kept. Only a keyed hash links them to the identity. A new account of the same identity inherits them.',
  }),
  SOCIAL_ERASURE_DAYS: integer({
    default: 30,
    max: 365,
    description:
      'Days in which a deleted user of social can return by signing in. Then all data is erased, except the cases of users who were reported, suspended, hidden or blocked: see REPORT_RETENTION_DAYS.',
  }),
  HIDE_AFTER_REPORTERS: integer({
    default: 0,
    max: 100_000,
    description:
      'Number of different reporters after which a user is hidden from feeds until staff review the case; 0 for never.',
  }),
  SEED_TOWN: flag({
    default: { sandbox: true, production: false },
    description: 'Fills social with a sample town at the first start: people, events, campaigns.',
  }),
  FETCH_PHOTO_LINKS: flag({
    default: { sandbox: false, production: true },
    description:
      'Fetches a photo that is given as a link once and serves it from here. Does the same for pictures of events, campaigns and the presentation in the app. Otherwise the link is passed on: the server of a photo sees its viewers, and the app does not show those pictures.',
  }),
  PHOTO_PRIVATE_LINKS: flag({
    default: false,
    description:
      'Allows photo links with http and to private networks, for networks whose users may reach everything in them. Default: https and public addresses only.',
  }),
  PUSH_PRIVATE_ENDPOINTS: flag({
    default: { sandbox: true, production: false },
    description:
      'Allows Web Push endpoints with http and in private networks. Otherwise only https and public addresses.',
  }),
  PUSH_TEXT: choice(pushTexts, {
    default: 'nothing',
    description:
      'Content of phone notifications that Google or Apple can read. nothing: only that there is something new; name: also the name; message: also the text. Web Push is encrypted for the browser and always contains everything.',
  }),
  FCM_SERVICE_ACCOUNT: text({
    default: '',
    description:
      'Credential for push to Android: the JSON file of a service account of the Firebase project, plain or in base64. Empty for no push to Android.',
    secret: true,
  }),
  FCM_URL: url({
    protocols: ['https:', 'http:'],
    default: 'https://fcm.googleapis.com',
    description: 'URL of FCM HTTP v1.',
  }),
  FCM_TOKEN_URL: url({
    protocols: ['https:', 'http:'],
    default: '',
    description: 'URL that issues access tokens for FCM. Empty for the token_uri of the service account.',
  }),
  APNS_KEY: text({
    default: '',
    description:
      'Credential for push to iPhones: the .p8 file of a signing key for APNs, plain or in base64. Empty for no push to iPhones.',
    secret: true,
  }),
  APNS_KEY_ID: text({ default: '', description: 'Id of APNS_KEY: ten letters and digits.' }),
  APNS_TEAM_ID: text({
    default: '',
    description: 'Team id of the Apple developer account of APNS_KEY: ten letters and digits.',
  }),
  APNS_TOPIC: text({ default: '', description: 'Bundle id of the app, such as com.example.app.' }),
  APNS_URL: url({
    protocols: ['https:', 'http:'],
    default: 'https://api.push.apple.com',
    description: 'URL of APNs for apps from the store.',
  }),
  APNS_SANDBOX_URL: url({
    protocols: ['https:', 'http:'],
    default: 'https://api.sandbox.push.apple.com',
    description: 'URL of APNs for apps under development.',
  }),
} as const;
