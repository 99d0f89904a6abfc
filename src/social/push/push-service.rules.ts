export const pushPlatforms = ['web', 'fcm', 'apns'] as const;
export type PushPlatform = (typeof pushPlatforms)[number];

/** The services of the makers of browsers and phones; `other` is every origin besides, which anyone may run. */
export type PushService = 'google' | 'apple' | 'mozilla' | 'windows' | 'other';

const serviceOfPhones = { fcm: 'google', apns: 'apple' } as const;
const serviceHosts = [
  ['google', /^(?:fcm|android)\.googleapis\.com$/],
  ['apple', /^(?:[\w-]+\.)*push\.apple\.com$/],
  ['mozilla', /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/],
  ['windows', /^(?:[\w-]+\.)+notify\.windows\.com$/],
] as const;

/** The service that takes notifications for a device. `endpoint` is a URL for Web Push, else a token. */
export function pushServiceOf(platform: PushPlatform, endpoint: string): PushService {
  if (platform !== 'web') return serviceOfPhones[platform];
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'https:' || url.port !== '') return 'other';
  return serviceHosts.find(([, host]) => host.test(url.hostname))?.[0] ?? 'other';
}

/** How long one delivery may take: a service that needs longer holds up the notifications of others. */
export const pushTimeoutMs = 3000;

/**
 * The setting of a user that a notification hangs on besides `notificationAlert`; `always` is sent even if that is off.
 */
export type PushSwitch = 'newMessage' | 'newCombination' | 'none' | 'always';

/** Of Apple's two services, the one that knows an app from its store, and the one that knows an app under development. */
export const apnsEnvironments = ['production', 'sandbox'] as const;
export type ApnsEnvironment = (typeof apnsEnvironments)[number];

/** How long a push service keeps a notification for a device that is off. */
export const pushTtlSeconds = 24 * 60 * 60;

/** What became of a notification that was handed to a push service. */
export type PushVerdict =
  | { kind: 'delivered' }
  /** The service does not know the device any more; since when, where it says so, in its own time. */
  | { kind: 'gone'; sinceMs?: number | undefined }
  /** It would be refused again. */
  | { kind: 'refused'; reason: string }
  /** Worth another try, not before `afterMs`. `everything`: the service would answer so to all others too. */
  | { kind: 'later'; reason: string; afterMs?: number | undefined; everything?: boolean };

/** One notification for one phone. */
export interface PhonePush {
  /** By which the push service knows the app on that phone. */
  token: string;
  environment: ApnsEnvironment;
  title: string;
  body: string;
  /** What the app is handed besides: ids, no personal data. */
  data: Record<string, string>;
  isUrgent: boolean;
  /** The same for the same notification: a second one takes the place of the first. */
  collapseId: string;
}

const firstWaitMs = 10_000;
const longestWaitMs = 60 * 60 * 1000;

/** After about an hour and a half it is given up. */
export const pushAttempts = 10;

/**
 * The pause after an attempt, counted from 1: twice as long each time, never shorter than the service asked for, and
 * spread by up to a fifth (`random` from 0 to 1), so that what failed together does not come back together.
 */
export function waitAfterMs(attempt: number, askedMs: number | undefined, random: number): number {
  const grownMs = Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
  const waitMs = Math.max(grownMs, Math.min(askedMs ?? 0, pushTtlSeconds * 1000));
  return Math.round(waitMs * (1 + random / 5));
}

/** How Web Push is answered (RFC 8030). */
export function classifyWebPush(status: number, retryAfterMs?: number): PushVerdict {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = String(status);
  // Too many, or a fault on its side. Everything else would be refused again.
  if (status === 429) return { kind: 'later', reason, afterMs: retryAfterMs };
  if (status >= 500) return { kind: 'later', reason, afterMs: retryAfterMs, everything: status === 503 };
  return { kind: 'refused', reason };
}
