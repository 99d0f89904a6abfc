import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { findDevicesOfMany } from './event-push.store.ts';
import type { PushNote } from './push.rules.ts';
import { addPushJobs } from './schedule-push.ts';

/** The same to many: whose devices these are is asked once. */
export async function scheduleEventPush(
  tx: Tx,
  context: SocialContext,
  userIds: readonly string[],
  note: Extract<PushNote, { kind: 'event' }>,
): Promise<void> {
  const devices = await findDevicesOfMany(tx, userIds, context.clock.now());
  for (const { userId, deviceId } of devices) addPushJobs(tx, context, userId, [deviceId], note);
}
