import type { Tx } from '../../platform/postgres/client/database.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import type { SocialContext } from '../social.context.ts';
import { findDevicesOfMany } from './event-push.store.ts';
import type { PushNote } from './push.rules.ts';
import { pushJobName, type PushJob } from './schedule-push.ts';

/** The same to many: whose devices these are is asked once. */
export async function scheduleEventPush(
  tx: Tx,
  context: SocialContext,
  userIds: readonly string[],
  note: Extract<PushNote, { kind: 'event' }>,
): Promise<void> {
  const devices = await findDevicesOfMany(tx, userIds, context.clock.now());
  const jobs = devices.map(({ userId, deviceId }): PushJob => ({ userId, deviceId, note }));
  addJobs(tx, pushJobName, jobs, { maxAttempts: 6 });
}
