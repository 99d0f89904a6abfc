import type { Tx } from '../../platform/postgres/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { findDevicesToRing } from './device.store.ts';
import type { PushNote } from './push.rules.ts';

export const pushJobName = 'social_push';

export interface PushJob {
  userId: string;
  deviceId: string;
  note: PushNote;
}

/**
 * One job for each device, so that one that fails is tried again alone. Without a device to ring there is no job,
 * which spares most messages the queue.
 */
export async function schedulePush(
  tx: Tx,
  context: SocialContext,
  userId: string,
  note: PushNote,
): Promise<void> {
  const deviceIds = await findDevicesToRing(tx, userId, note.kind, context.clock.now());
  for (const deviceId of deviceIds) {
    const job: PushJob = { userId, deviceId, note };
    await addJob(tx, context.clock, pushJobName, job, { maxAttempts: 6 });
  }
}
