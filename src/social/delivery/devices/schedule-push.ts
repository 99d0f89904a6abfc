import { createHash } from 'node:crypto';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { addJob, addJobs, type JobOptions } from '../../../platform/jobs/jobs.ts';
import { pushServiceOf, type PushService } from '../push/push-service.rules.ts';
import { canPush } from '../push/read-push-settings.ts';
import type { SocialContext } from '../../social.context.ts';
import { findDevicesOfMany, findDevicesToNotify, type NotifiedDevice } from './device.store.ts';
import { mostWaitingPerDevice, pushKinds, switchOf, type PushKind, type PushNote } from './push.rules.ts';

export const pushJobs = {
  social_push: 'other',
  social_push_web_google: 'google',
  social_push_web_apple: 'apple',
  social_push_web_mozilla: 'mozilla',
  social_push_web_windows: 'windows',
  social_push_fcm: 'google',
  social_push_apns: 'apple',
} as const satisfies Record<string, PushService>;
export type PushJobName = keyof typeof pushJobs;

export function pushJobName({
  platform,
  endpoint,
}: Pick<NotifiedDevice, 'platform' | 'endpoint'>): PushJobName {
  if (platform !== 'web') return `social_push_${platform}`;
  const service = pushServiceOf(platform, endpoint);
  return service === 'other' ? 'social_push' : `social_push_web_${service}`;
}

export interface PushJob {
  userId: string;
  deviceId: string;
  note: PushNote;
  /** Number of previous attempts. */
  attempts?: number;
}

export async function findNotifiedDevices(
  sql: Sql | Tx,
  context: SocialContext,
  userId: string,
  kind: PushKind,
): Promise<NotifiedDevice[]> {
  const found = await findDevicesToNotify(sql, userId, pushKinds[kind].by, context.clock.now());
  return found.filter(({ platform }) => canPush(platform, context.settings));
}

/** Adds one job per device, so that each one is retried separately. */
export function addPushJobs(
  tx: Tx,
  context: SocialContext,
  userId: string,
  devices: readonly NotifiedDevice[],
  note: PushNote,
): void {
  for (const device of devices) {
    const job = { userId, deviceId: device.deviceId, note };
    addPushJob(tx, context, device, job, isFromAnotherUser(note) ? { most: limitOf(job) } : {});
  }
}

/** Notices from staff and the service are never dropped. */
const isFromAnotherUser = ({ kind }: PushNote): boolean => kind === 'message' || kind === 'combination';

/**
 * Adds a job with a key for this notification on this device. A second job with the same key replaces the first, also
 * while that one is running, so that a crash between the two does not leave both.
 */
export function addPushJob(
  tx: Tx,
  context: SocialContext,
  device: Pick<NotifiedDevice, 'platform' | 'endpoint'>,
  job: PushJob,
  options: Pick<JobOptions, 'runAt' | 'most'> = {},
): void {
  addJob(tx, context.clock, pushJobName(device), job, {
    maxAttempts: pushAttempts,
    key: keyOf(job),
    ...options,
  });
}

const pushAttempts = 6;
const keyPrefixOf = (job: PushJob): string => `push ${job.userId} ${job.deviceId} `;
const keyOf = (job: PushJob): string => keyPrefixOf(job) + collapseIdOf(job.note);
const limitOf = (job: PushJob) => ({ waiting: mostWaitingPerDevice, keyPrefix: keyPrefixOf(job) });

/** Schedules one notification for many users. Reads all their devices and adds all jobs at once. */
export async function schedulePushToMany(
  tx: Tx,
  context: SocialContext,
  userIds: readonly string[],
  note: Extract<PushNote, { kind: 'event' }>,
): Promise<void> {
  const found = await findDevicesOfMany(tx, userIds, context.clock.now(), {
    isAlways: switchOf(note) === 'always',
  });
  const devices = found.filter(({ platform }) => canPush(platform, context.settings));
  for (const [name, some] of Map.groupBy(devices, pushJobName)) {
    const jobs = some.map(({ userId, deviceId }) => {
      const payload: PushJob = { userId, deviceId, note };
      return { payload, key: keyOf(payload) };
    });
    addJobs(tx, name, jobs, { maxAttempts: pushAttempts });
  }
}

export async function schedulePush(
  tx: Tx,
  context: SocialContext,
  userId: string,
  note: PushNote,
): Promise<void> {
  addPushJobs(tx, context, userId, await findNotifiedDevices(tx, context, userId, note.kind), note);
}

/**
 * Returns a hash of the note. A device that is notified twice after a crash shows one notification. 32 characters of
 * base64url are the maximum of Web Push; APNs accepts 64 bytes.
 */
export function collapseIdOf(note: PushNote): string {
  const fields = Object.entries(note).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 32);
}
