import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { findDevicesToNotify } from './device.store.ts';
import type { PushKind, PushNote } from './push.rules.ts';

export const pushJobName = 'social_push';

export interface PushJob {
  userId: string;
  deviceId: string;
  note: PushNote;
}

/** The devices that a message or a combination would notify now. */
export async function findNotifiedDevices(
  sql: Sql | Tx,
  context: SocialContext,
  userId: string,
  kind: PushKind,
): Promise<string[]> {
  return findDevicesToNotify(sql, userId, kind, context.clock.now());
}

/** One job for each device, so that one that fails is tried again alone. */
export function addPushJobs(
  tx: Tx,
  context: SocialContext,
  userId: string,
  deviceIds: readonly string[],
  note: PushNote,
): void {
  for (const deviceId of deviceIds) {
    const job: PushJob = { userId, deviceId, note };
    addJob(tx, context.clock, pushJobName, job, { maxAttempts: 6 });
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
