export const pushPlatforms = ['web', 'fcm', 'apns'] as const;
export type PushPlatform = (typeof pushPlatforms)[number];

/** Push services of browser and phone makers. `other` is any other origin, which anyone can run. */
export type PushService = 'google' | 'apple' | 'mozilla' | 'windows' | 'other';

const serviceOfPhones = { fcm: 'google', apns: 'apple' } as const;
const serviceHosts = [
  ['google', /^(?:fcm|android)\.googleapis\.com$/],
  ['apple', /^(?:[\w-]+\.)*push\.apple\.com$/],
  ['mozilla', /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/],
  ['windows', /^(?:[\w-]+\.)+notify\.windows\.com$/],
] as const;

/** Returns the push service of a device. `endpoint` is a URL for Web Push, otherwise a token. */
export function pushServiceOf(platform: PushPlatform, endpoint: string): PushService {
  if (platform !== 'web') return serviceOfPhones[platform];
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'https:' || url.port !== '') return 'other';
  return serviceHosts.find(([, host]) => host.test(url.hostname))?.[0] ?? 'other';
}

/** Timeout in milliseconds of one delivery. A slower service would delay other notifications. */
export const pushTimeoutMs = 3000;

/** Setting that turns a notification off in addition to `notificationAlert`. `always` is sent even if that is off. */
export type PushSwitch = 'newMessage' | 'newCombination' | 'none' | 'always';

/** Apple’s two services: `production` for apps from the store and `sandbox` for apps under development. */
export const apnsEnvironments = ['production', 'sandbox'] as const;
export type ApnsEnvironment = (typeof apnsEnvironments)[number];

/** Time for which a push service keeps a notification for a device that is off. */
export const pushTtlSeconds = 24 * 60 * 60;

export type PushVerdict =
  | { kind: 'delivered' }
  /** The service no longer knows the device. `sinceMs` is the time of that in the service’s clock, if known. */
  | { kind: 'gone'; sinceMs?: number | undefined }
  /** A retry would be refused again. */
  | { kind: 'refused'; reason: string }
  /** A retry may succeed, not before `afterMs`. `everything`: the response holds for all devices of the service. */
  | { kind: 'later'; reason: string; afterMs?: number | undefined; everything?: boolean };

export interface PhonePush {
  /** Token by which the push service identifies the app on that phone. */
  token: string;
  environment: ApnsEnvironment;
  title: string;
  body: string;
  /** Data for the app: ids, no personal data. */
  data: Record<string, string>;
  isUrgent: boolean;
  /** Equal for the same notification: the second one replaces the first. */
  collapseId: string;
}

const firstWaitMs = 10_000;
const longestWaitMs = 60 * 60 * 1000;

/** The last attempt is about an hour and a half after the first. */
export const pushAttempts = 10;

/**
 * Returns the pause in milliseconds after an attempt, counted from 1. It doubles each time, is never shorter than the
 * service requested, and is lengthened by up to a fifth (`random` from 0 to 1), so that failed deliveries do not all
 * return at once.
 */
export function waitAfterMs(attempt: number, askedMs: number | undefined, random: number): number {
  const grownMs = Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
  const waitMs = Math.max(grownMs, Math.min(askedMs ?? 0, pushTtlSeconds * 1000));
  return Math.round(waitMs * (1 + random / 5));
}

/** Classifies a Web Push response (RFC 8030). */
export function classifyWebPush(status: number, retryAfterMs?: number): PushVerdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = String(status);
  // Rate limits and server errors are retried. All other errors would be refused again.
  if (status === 429) return { kind: 'later', reason, afterMs: retryAfterMs };
  if (status >= 500) return { kind: 'later', reason, afterMs: retryAfterMs, everything: status === 503 };
  return { kind: 'refused', reason };
}
