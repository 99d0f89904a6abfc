import { StartError } from '../../../platform/start-error.ts';
import { readApnsKey, type ApnsKey } from './apns-key.ts';
import { readFcmAccount, type FcmAccount } from './fcm-account.ts';
import type { ApnsEnvironment, PushPlatform } from './push-service.rules.ts';

export interface PushSettings {
  readonly FCM_SERVICE_ACCOUNT: string;
  readonly FCM_URL: string;
  readonly FCM_TOKEN_URL: string;
  readonly APNS_KEY: string;
  readonly APNS_KEY_ID: string;
  readonly APNS_TEAM_ID: string;
  readonly APNS_TOPIC: string;
  readonly APNS_URL: string;
  readonly APNS_SANDBOX_URL: string;
}

export interface PhoneSettings {
  fcm?: { account: FcmAccount; url: string; tokenUrl: string };
  apns?: { key: ApnsKey; topic: string; urls: Record<ApnsEnvironment, string> };
}

/** Reads the keys at the start, so that an invalid key stops the start instead of failing the first notification. */
export function readPushSettings(settings: PushSettings): PhoneSettings {
  return { ...readFcm(settings), ...readApns(settings) };
}

function readFcm(settings: PushSettings): Pick<PhoneSettings, 'fcm'> {
  if (settings.FCM_SERVICE_ACCOUNT === '') return {};
  const account = readFcmAccount(settings.FCM_SERVICE_ACCOUNT);
  if (!account) {
    throw new StartError(
      'FCM_SERVICE_ACCOUNT must be the JSON file of a Firebase service account with its RSA key, unchanged or in base64.',
    );
  }
  const url = withoutSlash(settings.FCM_URL);
  return { fcm: { account, url, tokenUrl: settings.FCM_TOKEN_URL || account.tokenUri } };
}

function readApns(settings: PushSettings): Pick<PhoneSettings, 'apns'> {
  const { APNS_KEY, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic } = settings;
  const given = { APNS_KEY, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic };
  const missing = Object.entries(given).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (missing.length === Object.keys(given).length) return {};
  if (missing.length > 0) {
    throw new StartError(`APNs also needs ${missing.join(' and ')}; otherwise remove all APNs settings.`);
  }
  const key = readApnsKey(APNS_KEY);
  if (!key) {
    throw new StartError(
      'APNS_KEY must be the .p8 file of an Apple signing key (P-256), unchanged or in base64.',
    );
  }
  for (const [name, value] of [
    ['APNS_KEY_ID', keyId],
    ['APNS_TEAM_ID', teamId],
  ] as const) {
    if (!/^[A-Z0-9]{10}$/.test(value))
      throw new StartError(`${name} must be ten capital letters and digits, not ${JSON.stringify(value)}.`);
  }
  if (!/^[A-Za-z0-9.-]{1,255}$/.test(topic))
    throw new StartError(
      `APNS_TOPIC must be the bundle id of the app, such as com.example.app, not ${JSON.stringify(topic)}.`,
    );
  const urls = {
    production: withoutSlash(settings.APNS_URL),
    sandbox: withoutSlash(settings.APNS_SANDBOX_URL),
  };
  return { apns: { key: { key, keyId, teamId }, topic, urls } };
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Returns a description for `praca doctor`: the kinds of phones that can be notified, without secrets. */
export function describePushSettings(settings: PushSettings): string {
  const { fcm, apns } = readPushSettings(settings);
  return [
    'Web Push',
    fcm ? `FCM for the project ${fcm.account.projectId}` : 'no FCM',
    apns ? `APNs for ${apns.topic} with the key ${apns.key.keyId}` : 'no APNs',
  ].join(', ');
}

/** Returns whether a platform is configured. Devices may be registered earlier and are notified once it is. */
export function canPush(platform: PushPlatform, settings: PushSettings): boolean {
  if (platform === 'fcm') return settings.FCM_SERVICE_ACCOUNT !== '';
  return platform === 'web' || settings.APNS_KEY !== '';
}
